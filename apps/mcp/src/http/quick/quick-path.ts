import type { Caller, Credential, Gateway } from '@gatehouse/core';
import { fieldOf } from '@gatehouse/domain';
import { isAllowedHost, readBearer } from '@gatehouse/entrance';
import { type CallInFlight, type CallsInFlight, ownerOf } from '../../requests/calls-in-flight.ts';
import type { ClientNames } from '../../requests/client-names.ts';
import { credentialOf, type SignIn, stepUp } from '../../requests/credential.ts';
import { type Incoming, MalformedMessage, readIncoming } from '../../requests/incoming.ts';
import type { ArrivedRequest } from './arrived-request.ts';
import { createPlainAnswers, type PlainCall, resultMessage } from './plain-answers.ts';
import { type PlainMessage, readPlainMessage } from './plain-request.ts';

export interface QuickPathOptions {
  gateway: Gateway;
  version: string;
  allowedHosts: ReadonlySet<string>;
  names: ClientNames;
  inFlight: CallsInFlight;
}

/** Context of a request before its message is read. */
export interface Asked {
  requestId: string;
  signIn: SignIn | undefined;
  /** Aborts with the connection. It is a function because creating the signal costs as much as a small call. */
  signal: () => AbortSignal;
}

export interface QuickPath {
  /** Answers a plain request. Undefined leaves any other request to the SDK. Rejects with `unauthorized`. */
  answer(request: ArrivedRequest, asked: Asked): Promise<Response | undefined>;
  /** Stores the SDK's answer to a plain `tools/list`, so that this path can repeat it. */
  learnList(request: ArrivedRequest, caller: Caller, response: Response): Promise<Response>;
}

/** Message that is answered here: a call, or `tools/list`. */
interface Taken {
  message: PlainMessage;
  call: PlainCall | undefined;
}

/** Number of lists: one per era and access level. */
const listsThereAre = 4;

/** Answers plain calls without the SDK and with one key look-up. The body must arrive in one packet, as most bodies do. */
export function createQuickPath({ gateway, version, allowedHosts, names, inFlight }: QuickPathOptions): QuickPath {
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

  /** Reads a request that is answered here. Undefined leaves it to the SDK. `readPlainHead` has read its head before. */
  function take({ head, bytes }: ArrivedRequest): Taken | undefined {
    if (!isGoodHost(head.host)) return undefined;
    const incoming = parse(bytes);
    const message = incoming && readPlainMessage(head, incoming.body);
    if (!message) return undefined;
    if (message.tool === undefined) return { message, call: undefined };
    const tool = gateway.registry.named(message.tool);
    const given = incoming.given.get(message.id);
    return given && answers.canCall(tool) ? { message, call: { tool, given } } : undefined;
  }

  async function list({ era, id }: PlainMessage, credential: Credential, requestId: string): Promise<Response | undefined> {
    const caller = await gateway.identify(credential);
    const result = isShared(caller) ? lists.get(`${era} ${caller.access}`) : undefined;
    return result === undefined ? undefined : toResponse(resultMessage(id, result), requestId);
  }

  /** True if the caller's list is the common one of its access level. A key with limits or direct tools has its own list. */
  function isShared({ access, key }: Caller): boolean {
    if (key?.directTools?.length) return false;
    const { registry } = gateway;
    return registry.describe({ access, key }) === registry.describe({ access, key: null });
  }

  return {
    async answer(request, { requestId, signIn, signal }) {
      const taken = take(request);
      if (!taken) return undefined;
      const { message } = taken;
      const { head } = request;
      const credential = credentialOf(readBearer(head.authorization), signIn);
      if (!taken.call) return await list(message, credential, requestId);
      // Created only for calls to services.
      let inFlightCall: CallInFlight | undefined;
      const key = readBearer(head.authorization);
      const begin = () => inFlight.begin(ownerOf(key, head['mcp-session-id'], head['user-agent']), message.id, signal());
      try {
        const { body, needsWrite } = await answers.call(message, taken.call, {
          credential,
          userAgent: head['user-agent'],
          traceparent: head.traceparent,
          namedBefore: names.read(head['mcp-session-id']),
          requestId,
          signal: () => (inFlightCall ??= begin()).signal,
        });
        const response = toResponse(body, requestId);
        return needsWrite ? stepUp(response, signIn) : response;
      } finally {
        inFlightCall?.end();
      }
    },
    async learnList(request, caller, response) {
      const message = lists.size < listsThereAre && isShared(caller) ? take(request)?.message : undefined;
      if (!message || message.tool !== undefined || response.status !== 200) return response;
      const body = await response.text();
      lists.set(`${message.era} ${caller.access}`, JSON.stringify(fieldOf(JSON.parse(body), 'result')));
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

/** Creates a response with all headers, because changing them afterwards would cost a `Headers` object. */
function toResponse(body: string, requestId: string): Response {
  return new Response(body, {
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId, 'Cache-Control': 'no-store' },
  });
}
