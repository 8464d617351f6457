import type { Gateway } from '@gatehouse/core';
import { readBearer } from '@gatehouse/entrance';
import type { ArrivedRequest } from './arrived-request.ts';
import type { ClientNames } from './client-names.ts';
import { type Incoming, MalformedMessage, readIncoming } from './incoming.ts';
import { createPlainAnswers, resultMessage } from './plain-answers.ts';
import { type PlainMessage, readPlainMessage } from './plain-request.ts';
import { isAllowedHost } from './request-guards.ts';

export interface QuickPathOptions {
  gateway: Gateway;
  version: string;
  allowedHosts: ReadonlySet<string>;
  names: ClientNames;
}

export interface QuickPath {
  /** Answers a request in which everything is plain; undefined leaves it to the SDK. Rejects with `unauthorized`. */
  answer(request: ArrivedRequest, requestId: string): Promise<Response | undefined>;
  /** Remembers the SDK's answer to a plain `tools/list`, to be given again by itself. */
  learnList(request: ArrivedRequest, access: Access, response: Response): Promise<Response>;
}

type Access = 'read' | 'write';

/** One per era and access level. */
const listsThereAre = 4;

/** Most requests are a plain call in a body of one packet: they are answered without the SDK, and with one look at the key. */
export function createQuickPath({ gateway, version, allowedHosts, names }: QuickPathOptions): QuickPath {
  const answers = createPlainAnswers(gateway, version);
  const lists = new Map<string, string>();
  const hosts = new Map<string, boolean>();

  function isGoodHost(host: string): boolean {
    let isGood = hosts.get(host);
    if (isGood === undefined) {
      if (hosts.size >= 100) hosts.clear();
      hosts.set(host, (isGood = isAllowedHost(host, allowedHosts)));
    }
    return isGood;
  }

  function read({ head, bytes }: ArrivedRequest): { incoming: Incoming; message: PlainMessage } | undefined {
    if (!isGoodHost(head.host)) return undefined;
    const incoming = parse(bytes);
    const message = incoming && readPlainMessage(head, incoming.body);
    return message && { incoming, message };
  }

  async function list({ era, id }: PlainMessage, key: string | undefined, requestId: string): Promise<Response | undefined> {
    const { access } = await gateway.identify({ type: 'key', key });
    const result = lists.get(`${era} ${access}`);
    return result === undefined ? undefined : toResponse(resultMessage(id, result), requestId);
  }

  return {
    async answer(request, requestId) {
      const plain = read(request);
      if (!plain) return undefined;
      const { incoming, message } = plain;
      const { head } = request;
      const key = readBearer(head.authorization);
      const { tool, id } = message;
      if (tool === undefined) return await list(message, key, requestId);
      const given = incoming.given.get(id);
      if (!given || !answers.canCall(tool)) return undefined;
      const body = await answers.call({ ...message, tool }, given, {
        key,
        userAgent: head['user-agent'],
        traceparent: head.traceparent,
        namedBefore: names.read(head['mcp-session-id']),
        requestId,
      });
      return toResponse(body, requestId);
    },
    async learnList(request, access, response) {
      const message = lists.size < listsThereAre ? read(request)?.message : undefined;
      if (!message || message.tool !== undefined || response.status !== 200) return response;
      const body = await response.text();
      lists.set(`${message.era} ${access}`, JSON.stringify((JSON.parse(body) as { result: unknown }).result));
      return new Response(body, response);
    },
  };
}

function parse(bytes: Buffer): Incoming | undefined {
  try {
    return readIncoming(bytes);
  } catch (error) {
    if (error instanceof MalformedMessage) return undefined;
    throw error;
  }
}

/** With its headers whole from the start: changing them afterwards would cost a `Headers` object. */
function toResponse(body: string, requestId: string): Response {
  return new Response(body, {
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId, 'Cache-Control': 'no-store' },
  });
}
