import { GatewayError, refusal } from '@gatehouse/core';
import type { RequestId } from '@modelcontextprotocol/server';

/** The arguments of one `tools/call`, as sent. */
export interface GivenArguments {
  /** Throws what is wrong with the message they came in; called by the pipeline in its turn (D1). */
  read: () => unknown;
  bytes: number;
}

/** A parsed message or batch, ready for the SDK, with the arguments of its tool calls kept apart by request id. */
export interface Incoming {
  body: unknown;
  given: Map<RequestId, GivenArguments>;
}

/** The body is no acceptable JSON-RPC: answered by the protocol's own error. */
export class MalformedMessage extends Error {
  override name = 'MalformedMessage';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const parseError = -32700;
const invalidRequest = -32600;

/** Levels that arguments may have (D3); around them stand the message, its params and perhaps a batch. */
const deepestArguments = 64;
const deepestEnvelope = 16;

/** Bytes of arguments a tool takes that asks for no more (D17). */
export const ordinaryArgumentBytes = 4 * 1024 * 1024;

/** Parses the bytes of one message or batch; throws a MalformedMessage. */
export function readIncoming(bytes: Uint8Array): Incoming {
  const given: Incoming['given'] = new Map();
  const parsed = parseJson(bytes);
  const lift = (message: unknown) => liftArguments(message, given, bytes.byteLength);
  const body = Array.isArray(parsed) ? parsed.map(lift) : lift(parsed);
  if (isDeeperThan(body, deepestEnvelope))
    throw new MalformedMessage(invalidRequest, `Invalid Request: nested deeper than ${deepestEnvelope} levels`);
  return { body, given };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new MalformedMessage(parseError, 'Parse error: the body is not valid UTF-8');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedMessage(parseError, 'Parse error: the body is not valid JSON');
  }
}

/**
 * Takes the arguments out of a tool call before the SDK looks at it: a fault in them is the pipeline's to answer and to log,
 * and the SDK's schemas would drop a `__proto__` that has to be refused (D3).
 */
function liftArguments(message: unknown, given: Incoming['given'], bodyBytes: number): unknown {
  if (!isToolCall(message)) return message;
  if (given.has(message.id))
    throw new MalformedMessage(invalidRequest, `Invalid Request: two calls have the id ${JSON.stringify(message.id)}`);
  const { arguments: value, ...params } = message.params;
  given.set(message.id, describeArguments(value, bodyBytes));
  return { ...message, params };
}

interface ToolCallMessage {
  id: RequestId;
  method: 'tools/call';
  params: { arguments?: unknown };
}

function isToolCall(message: unknown): message is ToolCallMessage {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return false;
  return typeof message.id === 'string' || typeof message.id === 'number';
}

function describeArguments(value: unknown, bodyBytes: number): GivenArguments {
  if (value === undefined || value === null) return { read: () => ({}), bytes: 0 };
  if (isDeeperThan(value, deepestArguments)) {
    const tooDeep = () => {
      throw refusal('malformed_body', `the arguments are nested deeper than ${deepestArguments} levels`);
    };
    return { read: tooDeep, bytes: bodyBytes };
  }
  return { read: () => value, bytes: Buffer.byteLength(JSON.stringify(value)) };
}

/** Walks with a stack of its own: recursion would end in a stack overflow on the very input this refuses. */
function isDeeperThan(root: unknown, limit: number): boolean {
  let level: object[] = isContainer(root) ? [root] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    const next: object[] = [];
    for (const container of level) for (const value of Object.values(container)) if (isContainer(value)) next.push(value);
    level = next;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value);
}

/** Refuses arguments that are larger than their tool takes. */
export function checkArgumentBytes(bytes: number, maximum: number = ordinaryArgumentBytes): void {
  if (bytes <= maximum) return;
  throw new GatewayError('invalid_request', `the arguments have ${bytes} bytes and may have at most ${maximum}`, { reason: 'too_large' });
}
