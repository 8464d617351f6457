import type { AccessWatch, Credential, ItemFilter } from '@gatehouse/core';
import { fieldOf } from '@gatehouse/domain';
import type { PrincipalQuotas } from '@gatehouse/entrance';
import {
  type AuthInfo,
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  type McpServer,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { RequestScope } from '../requests/request-scope.ts';
import { notSubscribed, type SubscribedItems, subscribedItems } from './subscribed-items.ts';

export interface ListenStreams {
  /** Answers a `subscriptions/listen`, most often by a stream that stays open. Rejects with `unauthorized`. */
  open(request: Request, opening: Opening): Promise<Response>;
  close(): Promise<void>;
}

export interface Opening {
  key: string;
  credential: Credential;
  /** Client address. Undefined if it does not identify a client. */
  address: string | undefined;
  scope: RequestScope;
  authInfo: AuthInfo;
  parsedBody: unknown;
}

export interface ListenStreamsOptions {
  access: AccessWatch;
  changes: ItemFilter;
  factory: (context: McpRequestContext) => McpServer;
  report: (error: unknown) => void;
  maxPerKey: number;
  /** Stream quotas of the whole process. */
  places: Pick<PrincipalQuotas, 'take' | 'release'>;
}

interface Stream {
  key: string;
  credential: Credential;
  address: string | undefined;
  handler: McpHttpHandler;
  publish?: (event: ServerEvent) => void;
  /** Cleanups that run when the stream ends. */
  ends: (() => void)[];
}

/**
 * Open streams by key. They are capped by key, by address and in total. They end when their key is revoked or expires, and each has its own
 * event bus.
 */
export function createListenStreams({ access, changes, factory, report, maxPerKey, places }: ListenStreamsOptions): ListenStreams {
  const streamsOf = new Map<string, Set<Stream>>();
  let closed = false;

  async function open(request: Request, { key, credential, address, scope, authInfo, parsedBody }: Opening): Promise<Response> {
    if (closed) return refuse(parsedBody, 'the gateway is shutting down; connect again in a moment');
    if ((streamsOf.get(key)?.size ?? 0) >= maxPerKey) return refuse(parsedBody, `this key has ${maxPerKey} open streams; close one first`);
    if (!places.take({ key, address }, 1))
      return refuse(parsedBody, 'too many streams are open from this address or in total; close one, or try again later');
    const stream: Stream = {
      key,
      credential,
      address,
      handler: createMcpHandler(factory, { legacy: 'reject', bus: busOf(() => stream) }),
      ends: [],
    };
    add(stream);
    let isLost = false;
    const lose = () => {
      isLost = true;
      stream.handler.close().catch(report);
    };
    const noteChange = (isNarrower: boolean) => {
      stream.publish?.({ kind: 'tools_list_changed' });
      // The stream may send what the key can no longer see. End it; the client opens it again.
      if (isNarrower) lose();
    };
    try {
      keepFor(stream, await access.watch(credential, lose, noteChange));
      const items = await subscribedItems(scope, parsedBody).catch(notSubscribed);
      if (typeof items === 'string') {
        remove(stream);
        return refuse(parsedBody, items);
      }
      const response = await stream.handler.fetch(request, { authInfo, parsedBody });
      if (stream.publish) await watchResources(stream, items);
      else remove(stream);
      // Lost in between, it was closed before it was open.
      if (isLost) lose();
      return response;
    } catch (error) {
      remove(stream);
      throw error;
    }
  }

  async function watchResources(stream: Stream, items: SubscribedItems): Promise<void> {
    if (items.size === 0) return;
    const publish = (itemId: string) => {
      for (const uri of items.get(itemId) ?? []) stream.publish?.({ kind: 'resource_updated', uri });
    };
    keepFor(stream, await changes.watch(stream.credential, (itemId) => items.has(itemId), publish));
  }

  /** The client may have gone while it was begun. */
  function keepFor(stream: Stream, end: () => void): void {
    if (streamsOf.get(stream.key)?.has(stream)) stream.ends.push(end);
    else end();
  }

  /** The SDK subscribes when the stream opens and unsubscribes when it ends, for whatever reason. */
  function busOf(stream: () => Stream): ServerEventBus {
    return {
      publish: (event) => stream().publish?.(event),
      subscribe: (listener) => {
        stream().publish = listener;
        return () => remove(stream());
      },
    };
  }

  function add(stream: Stream): void {
    const streams = streamsOf.get(stream.key) ?? new Set();
    streamsOf.set(stream.key, streams.add(stream));
  }

  function remove(stream: Stream): void {
    for (const end of stream.ends.splice(0)) end();
    const streams = streamsOf.get(stream.key);
    if (streams?.delete(stream)) places.release(stream, 1);
    if (streams?.size === 0) streamsOf.delete(stream.key);
  }

  return {
    open,
    async close() {
      closed = true;
      const streams = [...streamsOf.values()].flatMap((ofKey) => [...ofKey]);
      await Promise.all(streams.map(({ handler }) => handler.close()));
    },
  };
}

/** In-band, as the SDK refuses a stream too many of its own. */
function refuse(message: unknown, reason: string): Response {
  return Response.json({
    jsonrpc: '2.0',
    error: { code: -32603, message: `Subscription refused: ${reason}` },
    id: fieldOf(message, 'id') ?? null,
  });
}
