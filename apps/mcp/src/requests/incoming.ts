import { GatewayError, isNestedDeeper } from '@gatehouse/core';
import { fieldOf, findInexactNumberIn, isObject } from '@gatehouse/domain';
import { parseJson } from '@gatehouse/entrance';
import { PROTOCOL_VERSION_META_KEY, type RequestId } from '@modelcontextprotocol/server';
import { paramsFault } from './params-fault.ts';

/** The arguments of one `tools/call`, as sent. */
export interface GivenArguments {
  /** Throws faults of the message around the arguments. The pipeline calls it in its turn. // D1 */
  read: () => unknown;
  bytes: number;
}

/** A parsed message or batch, ready for the SDK, with the arguments of its tool calls kept apart by request id. */
export interface Incoming {
  body: unknown;
  given: Map<RequestId, GivenArguments>;
}

/** Thrown for a body that is not acceptable JSON-RPC. It is answered with a protocol error. */
export class MalformedMessage extends Error {
  override name = 'MalformedMessage';
  readonly code: number;
  /** Id of the message. Null if it has none that can be answered. */
  readonly id: RequestId | null;

  constructor(code: number, message: string, id: RequestId | null = null) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

const parseError = -32700;
const invalidRequest = -32600;
const invalidParams = -32602;

/** Maximum levels around arguments: message, params and perhaps a batch, with additions of clients. */
const maxEnvelope = 16;
/** Levels between the body and the arguments. */
const levelsAroundArguments = 3;
/** Maximum list requests in one batch. Each can return all tools of a key, and does not count as a call. */
const maxLists = 4;

/** Parses the bytes of one message or batch. Throws a MalformedMessage. */
export function readIncoming(bytes: Buffer): Incoming {
  const given: Incoming['given'] = new Map();
  const parsed = parseMessage(bytes);
  if (Array.isArray(parsed) && parsed.filter(isList).length > maxLists)
    throw new MalformedMessage(invalidRequest, `Invalid Request: a batch can have at most ${maxLists} lists; send the others separately`);
  const lift = (message: unknown) => liftArguments(message, given);
  const body = Array.isArray(parsed) ? parsed.map(lift) : lift(parsed);
  if (isNestedDeeper(body, maxEnvelope))
    throw new MalformedMessage(invalidRequest, `Invalid Request: nested deeper than ${maxEnvelope} levels`);
  const inexact = findInexactNumberIn(body);
  if (inexact !== undefined)
    throw new MalformedMessage(
      invalidRequest,
      `Invalid Request: ${inexact} is a number that cannot be represented exactly; send it as a string`,
    );
  for (const message of Array.isArray(body) ? body : [body]) refuseBadParams(message);
  return { body, given };
}

/**
 * True for messages of 2026-07-28 and later: they name their revision and have no `initialize`. The SDK needs to inspect only the others.
 */
export function namesItsRevision(message: unknown): boolean {
  return fieldOf(fieldOf(fieldOf(message, 'params'), '_meta'), PROTOCOL_VERSION_META_KEY) !== undefined;
}

/** Methods that 2026-07-28 removed. The SDK answers that they do not exist. */
const formerMethods: readonly unknown[] = ['initialize', 'resources/subscribe', 'resources/unsubscribe'];

function refuseBadParams(message: unknown): void {
  if (!isObject(message) || !isId(message.id) || (formerMethods.includes(message.method) && namesItsRevision(message))) return;
  const fault = paramsFault(message.method, message.params);
  if (fault !== undefined) throw new MalformedMessage(invalidParams, fault, message.id);
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || typeof id === 'number';
}

function parseMessage(bytes: Buffer): unknown {
  try {
    return parseJson(bytes, levelsAroundArguments);
  } catch (error) {
    if (error instanceof GatewayError) throw new MalformedMessage(parseError, `Parse error: ${error.message}`);
    throw error;
  }
}

/**
 * Takes the arguments out of a tool call before the SDK sees them. The pipeline answers and logs their faults, and the SDK's schemas would
 * drop a `__proto__`, which must be refused. // D3
 */
function liftArguments(message: unknown, given: Incoming['given']): unknown {
  if (!isToolCall(message)) return message;
  // Passes a call without a name on with an empty one. The gateway answers and logs it like an unknown tool.
  const name = typeof message.params?.name === 'string' ? message.params.name : '';
  if (given.has(message.id))
    throw new MalformedMessage(invalidRequest, `Invalid Request: two calls have the id ${JSON.stringify(message.id)}`);
  const { arguments: value, ...params } = message.params ?? {};
  given.set(message.id, describeArguments(value));
  return { ...message, params: { ...params, name } };
}

function isList(message: unknown): boolean {
  return isObject(message) && typeof message.method === 'string' && message.method.endsWith('/list');
}

interface ToolCallMessage {
  id: RequestId;
  method: 'tools/call';
  params?: { arguments?: unknown; name?: unknown };
}

function isToolCall(message: unknown): message is ToolCallMessage {
  if (!isObject(message) || message.method !== 'tools/call') return false;
  if (message.params !== undefined && !isObject(message.params)) return false;
  return isId(message.id);
}

/** Measures arguments as JSON without white space. Their bytes in the message are unknown. */
function describeArguments(value: unknown): GivenArguments {
  return { read: () => value, bytes: value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value)) };
}
