import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import type { AdmittedCall, RepeatableCall } from './call.ts';
import { findFirst, repeatMs, requireSubject } from './first-answer.ts';
import type { KeepWithin } from './kept-answers.ts';

/** What the first call under an idempotency key does, or what it was answered: the answer is committed and taken back with its change. // D70 */
export function* runOrRepeat(
  context: ToolContext,
  admitted: AdmittedCall & { repeatable: RepeatableCall },
  run: () => Op<unknown>,
  keepWithin: KeepWithin,
): Op<unknown> {
  const { store, notes, now } = context;
  const { argumentsHash, ...name } = admitted.repeatable;
  // Another of this name that is not committed yet is waited for here.
  const isFirst = yield* store.idempotentCalls.begin(
    { ...name, argumentsHash, runsUntil: now, itemType: null, itemId: null, at: now },
    now - repeatMs,
  );
  if (!isFirst) return yield* repeat(context, admitted);
  const value = yield* run();
  const answer = Buffer.from(JSON.stringify(value));
  const { itemType, itemId } = notes;
  yield* store.idempotentCalls.answer({ ...name, status: 200, answer, sealedWith: null, itemType, itemId });
  yield* keepWithin(name.orgId, answer.length);
  return value;
}

function* repeat(context: ToolContext, admitted: AdmittedCall & { repeatable: RepeatableCall }): Op<unknown> {
  const first = yield* findFirst(context, admitted.repeatable);
  if (!first?.answer) throw new Error('an idempotency key is taken by a call that has no answer');
  yield* requireSubject(context, first);
  admitted.isReplay = true;
  return JSON.parse(first.answer.toString('utf8'));
}
