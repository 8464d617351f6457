import { refusal } from '@gatehouse/core';

/** One call of several in a request. */
export interface GivenCall {
  tool: string;
  /** As it was given; the tool's own schema reads it in the call's turn. */
  arguments?: unknown;
  idempotencyKey?: string | undefined;
}

/** The most calls in one request. */
export const maxCalls = 100;

const fields = ['tool', 'arguments', 'idempotencyKey'];

/** The calls of a request's body, `{"calls": [{"tool": "read_doc", "arguments": {…}}]}`. Throws `malformed_body` for any other body. */
export function readCalls(body: unknown): GivenCall[] {
  const calls = isObject(body) ? body.calls : undefined;
  if (!isObject(body) || !Array.isArray(calls))
    throw refusal('malformed_body', 'the body has no list "calls"; send {"calls": [{"tool": "whoami"}]}');
  refuseOthers(body, ['calls'], 'the body');
  if (calls.length === 0 || calls.length > maxCalls) {
    throw refusal('malformed_body', `"calls" has ${calls.length} calls; send 1 to ${maxCalls}, more in further requests`);
  }
  return calls.map(readCall);
}

function readCall(call: unknown, index: number): GivenCall {
  const place = `calls[${index}]`;
  if (!isObject(call)) throw refusal('malformed_body', `${place} is no object; send {"tool": …, "arguments": {…}}`);
  refuseOthers(call, fields, place);
  const { tool, arguments: given, idempotencyKey } = call;
  if (typeof tool !== 'string') throw refusal('malformed_body', `${place} has no "tool"; name one of GET /v1/tools`);
  if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string') {
    throw refusal('malformed_body', `"idempotencyKey" of ${place} is no string`);
  }
  return { tool, arguments: given, idempotencyKey };
}

function refuseOthers(object: Record<string, unknown>, known: readonly string[], place: string): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw refusal('malformed_body', `${place} has an unknown field "${unknown.slice(0, 100)}"; it can have ${known.join(', ')}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
