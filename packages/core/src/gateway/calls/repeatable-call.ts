import { hash } from 'node:crypto';
import { isJsonObject, takesIdempotencyKey } from '@gatehouse/domain';
import type { Caller, RepeatableCall } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import type { Call } from './call.ts';

/** True if a call can be repeated, so that other calls do no extra work. */
export function isRepeatable({ tool, idempotencyKey }: Pick<Call, 'tool' | 'idempotencyKey'>): boolean {
  return idempotencyKey !== undefined && idempotencyKey !== null && takesIdempotencyKey(tool.name);
}

/** Idempotency of an agent's call, from its arguments as sent. Undefined for calls without an idempotency key and tools that only read. */
export function findRepeatable(
  call: Pick<Call, 'tool' | 'idempotencyKey'>,
  { orgId, key }: Caller,
  given: unknown,
): RepeatableCall | undefined {
  if (!isRepeatable(call) || !key) return undefined;
  const { tool, idempotencyKey } = call;
  if (typeof idempotencyKey !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) throw invalidKey();
  return { orgId, agentId: key.agentId, tool: tool.name, callKey: idempotencyKey, argumentsHash: hashArguments(given) };
}

/** A call with something to repeat it by. */
export function hasKey<Admitted extends { repeatable?: RepeatableCall | undefined }>(
  admitted: Admitted,
): admitted is Admitted & { repeatable: RepeatableCall } {
  return admitted.repeatable !== undefined;
}

function invalidKey() {
  return refusal(
    'invalid_argument',
    'the idempotency key must have 1 to 255 visible ASCII characters and no spaces; send a new random one, such as a UUID, with each write',
  );
}

/**
 * Hash of arguments. It is equal for the same meaning: order does not matter, an argument that is null counts as absent (D2), and numbers are
 * compared as written (D3).
 */
export function hashArguments(given: unknown): Buffer {
  // Drops null only at the top level. Deeper nulls can mean something to a service.
  const meant = isJsonObject(given) ? Object.entries(given).filter(([, value]) => value !== null) : [];
  meant.sort(([left], [right]) => (left < right ? -1 : 1));
  // Most arguments are texts and numbers without names to sort. Calling a function for each value would cost more than the rest.
  const isFlat = meant.every(([, value]) => typeof value !== 'object');
  return hash('sha256', JSON.stringify(Object.fromEntries(meant), isFlat ? undefined : sortNames), 'buffer');
}

function sortNames(_name: string, value: unknown): unknown {
  return isJsonObject(value) ? inOrder(value) : value;
}

function inOrder(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
