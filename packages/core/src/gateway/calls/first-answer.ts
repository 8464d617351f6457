import { dayMs } from '@gatehouse/domain';
import type { IdempotentCall, Op } from '@gatehouse/storage';
import type { RepeatableCall, ToolContext } from '../../kernel/context/context.ts';
import { isVisible, kindOf, noSuchItem } from '../../kernel/context/no-such-item.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';

/** Time for which a call can be repeated under its idempotency key. // D70 */
export const repeatMs = dayMs;

/** Finds the first call with this idempotency key. Undefined if there was none in the last day. Refuses other arguments. */
export function* findFirst({ store, now }: ToolContext, { argumentsHash, ...name }: RepeatableCall): Op<IdempotentCall | undefined> {
  const first = yield* store.idempotentCalls.find(name);
  if (!first) return undefined;
  if (first.at <= now - repeatMs) {
    // The sweep has not removed it yet, but its key can already be used again.
    yield* store.idempotentCalls.removeBefore(name, now - repeatMs);
    return undefined;
  }
  if (first.argumentsHash.equals(argumentsHash)) return first;
  throw refusal(
    'idempotency_mismatch',
    'this idempotency key was used with other arguments in the last 24 hours; send the same arguments to repeat that call, or a new key for a new one',
  );
}

/** Refuses a repetition to a caller that can no longer see the subject of the first call, in the trash or not (D5, D27). */
export function* requireSubject({ store, viewer, call: { notes } }: ToolContext, { itemType, itemId }: IdempotentCall): Op<void> {
  if (itemId === null) return;
  const kind = kindOf(itemId);
  const isSeen = kind !== undefined && (yield* isVisible({ store, viewer }, kind, itemId));
  if (!isSeen && (yield* store.trash.find(viewer, itemId)) === undefined) throw noSuchItem();
  // Copies the notes of the first call's row.
  Object.assign(notes, { itemType, itemId });
}

/** Error for a committed call with an answer that was dropped to make room. // D70 */
export function answerDropped(): GatewayError {
  return new GatewayError(
    'service_error',
    'a call with this idempotency key was completed, but its answer is no longer kept; read the item or list to see what it did, and do not call again',
    { reason: 'outcome_unknown' },
  );
}

/** Error for a call that the service may or may not have completed. It is never repeated automatically (D70). */
export function outcomeUnknown(): GatewayError {
  return new GatewayError(
    'service_error',
    'a call with this idempotency key was sent to the service and its answer was lost or is no longer kept, so its outcome is unknown; check at the service, then call again with a new key if it did not take effect',
    { reason: 'outcome_unknown' },
  );
}
