import type { IdempotentCall, Op } from '@gatehouse/storage';
import type { RepeatableCall, ToolContext } from '../../kernel/context/context.ts';
import type { AdmittedCall } from './call.ts';
import { answerDropped, findFirst, requireSubject } from './first-answer.ts';
import type { Keeping } from './kept-answers.ts';

type Repeatable = AdmittedCall & { repeatable: RepeatableCall };

/**
 * Runs the first call under an idempotency key, or repeats its answer. The answer is committed or rolled back with the change, and its row
 * is written once, after the change. If two calls of one name run concurrently on Postgres, the unique name rolls one of them back. Its
 * second run finds the answer of the other. // D70
 */
export function* runOrRepeat(context: ToolContext, admitted: Repeatable, run: () => Op<unknown>, keeping: Keeping): Op<unknown> {
  const { store, call, now } = context;
  const { repeatable } = admitted;
  const first = yield* findFirst(context, repeatable);
  if (first) return yield* repeat(context, admitted, first);
  yield* keeping.requireRoom(repeatable.orgId, repeatable.agentId, now);
  const value = yield* run();
  admitted.json = JSON.stringify(value);
  const answer = Buffer.from(admitted.json);
  const { itemType, itemId } = call.notes;
  yield* store.idempotentCalls.record({ ...repeatable, status: 200, answer, itemType, itemId, at: now });
  yield* keeping.keepWithin(repeatable.orgId, answer.length, now);
  return value;
}

/** If another call of the same name was answered on Postgres while this one ran, repeats its answer; otherwise throws the refusal. */
export function* repeatOrRefuse(context: ToolContext, admitted: Repeatable, refusal: unknown): Op<unknown> {
  const first = yield* findFirst(context, admitted.repeatable);
  if (!first) throw refusal;
  return yield* repeat(context, admitted, first);
}

function* repeat(context: ToolContext, admitted: Repeatable, first: IdempotentCall): Op<unknown> {
  yield* requireSubject(context, first);
  if (!first.answer) throw answerDropped();
  admitted.isReplay = true;
  admitted.json = first.answer.toString('utf8');
  return JSON.parse(admitted.json);
}
