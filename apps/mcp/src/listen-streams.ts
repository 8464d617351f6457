import { type ChangeFeed, type Gateway, GatewayError } from '@gatehouse/core';
import {
  type AuthInfo,
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  type McpServer,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { parseResourceUri } from './resources.ts';

export interface ListenStreams {
  /** Answers a `subscriptions/listen`, most often by a stream that stays open. */
  open(request: Request, opening: Opening): Promise<Response>;
  close(): Promise<void>;
}

export interface Opening {
  key: string;
  authInfo: AuthInfo;
  parsedBody: unknown;
}

export interface ListenStreamsOptions {
  gateway: Gateway;
  feed: ChangeFeed;
  factory: (context: McpRequestContext) => McpServer;
  report: (error: unknown) => void;
  maximumPerKey: number;
  /** How often the keys of open streams are looked at, in milliseconds. */
  checkEveryMs?: number;
}

interface Stream {
  key: string;
  handler: McpHttpHandler;
  publish?: (event: ServerEvent) => void;
  stopWatching?: () => void;
}

/** Open streams by key: capped, ended when their key is revoked or expires, and each with a bus that only its own reader hears. */
export function createListenStreams({
  gateway,
  feed,
  factory,
  report,
  maximumPerKey,
  checkEveryMs = 1000,
}: ListenStreamsOptions): ListenStreams {
  const streamsOf = new Map<string, Set<Stream>>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function open(request: Request, { key, authInfo, parsedBody }: Opening): Promise<Response> {
    if (closed) return refuse(parsedBody, 'the gateway is shutting down; connect again in a moment');
    if ((streamsOf.get(key)?.size ?? 0) >= maximumPerKey)
      return refuse(parsedBody, `this key has ${maximumPerKey} open streams; close one first`);
    const stream: Stream = { key, handler: createMcpHandler(factory, { legacy: 'reject', bus: busOf(() => stream) }) };
    add(stream);
    const response = await stream.handler.fetch(request, { authInfo, parsedBody });
    if (stream.publish) await watchResources(stream, parsedBody);
    else remove(stream);
    return response;
  }

  async function watchResources(stream: Stream, listen: unknown): Promise<void> {
    const uris = subscribedUris(listen);
    if (uris.size === 0) return;
    const publish = (itemId: string) => stream.publish?.({ kind: 'resource_updated', uri: uris.get(itemId) as string });
    const stop = await feed.watch({ type: 'key', key: stream.key }, (itemId) => uris.has(itemId), publish);
    // The client may have gone while the log was looked at.
    if (streamsOf.get(stream.key)?.has(stream)) stream.stopWatching = stop;
    else stop();
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
    timer ??= setInterval(() => void checkKeys(), checkEveryMs).unref();
  }

  function remove(stream: Stream): void {
    stream.stopWatching?.();
    const streams = streamsOf.get(stream.key);
    streams?.delete(stream);
    if (streams?.size === 0) streamsOf.delete(stream.key);
    if (streamsOf.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  async function checkKeys(): Promise<void> {
    await Promise.all([...streamsOf.keys()].map(checkKey));
  }

  async function checkKey(key: string): Promise<void> {
    try {
      await gateway.identify({ type: 'key', key });
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'unauthorized') await endAll(streamsOf.get(key) ?? []);
      else report(error);
    }
  }

  async function endAll(streams: Iterable<Stream>): Promise<void> {
    await Promise.all([...streams].map((stream) => stream.handler.close()));
  }

  return {
    open,
    async close() {
      closed = true;
      await endAll([...streamsOf.values()].flatMap((streams) => [...streams]));
    },
  };
}

/** The items a `subscriptions/listen` names, with their addresses. */
export function subscribedUris(listen: unknown): Map<string, string> {
  const { params } = listen as { params?: { notifications?: { resourceSubscriptions?: unknown } } };
  const uris = params?.notifications?.resourceSubscriptions;
  const found = new Map<string, string>();
  for (const uri of Array.isArray(uris) ? uris : []) {
    const address = typeof uri === 'string' ? parseResourceUri(uri) : undefined;
    if (address) found.set(address.id, uri);
  }
  return found;
}

/** In-band, as the SDK refuses a stream too many of its own. */
function refuse(message: unknown, reason: string): Response {
  const { id = null } = message as { id?: unknown };
  return Response.json({ jsonrpc: '2.0', error: { code: -32603, message: `Subscription refused: ${reason}` }, id });
}
