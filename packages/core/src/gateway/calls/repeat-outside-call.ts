import { setTimeout as wait } from 'node:timers/promises';
import { parseExactly } from '@gatehouse/domain';
import type { Attempt, IdempotentCall, Op } from '@gatehouse/storage';
import type { OutsideContext, RepeatableCall, ToolContext } from '../../kernel/context/context.ts';
import type { ServiceTool } from '../../kernel/context/tool.ts';
import { type ErrorBody, errorBody, GatewayError, internalError } from '../../kernel/errors/errors.ts';
import type { AdmittedCall } from './call.ts';
import type { GatewayParts } from './call-frame.ts';
import { findFirst, outcomeUnknown } from './first-answer.ts';

/** Result of a repeated call: the answer of the first call, or `running` if the first call has not returned. */
export type Repeated = { is: 'answered'; outcome: Attempt<unknown> } | { is: 'running' };

/** Time for which a call counts as running after its process last extended it, in milliseconds. */
const leaseMs = 10_000;
const extendEveryMs = 2000;
const askEveryMs = 100;

interface ToBegin {
  tool: ServiceTool;
  input: Parameters<ServiceTool['prepare']>[1];
  prepare(): Op<unknown>;
}

/**
 * Runs calls of services with idempotency keys. The start of a call is on disk before the service gets it, so after a crash the call is
 * never made again. // D70
 */
export function createOutsideRepeats({ store, services, repeats, clock, report }: GatewayParts) {
  function* beginOrRepeat(
    context: OutsideContext,
    { repeatable }: AdmittedCall & { repeatable: RepeatableCall },
    { tool, input, prepare }: ToBegin,
  ): Op<{ prepared: unknown } | Repeated> {
    const first = yield* findFirst(context, repeatable);
    if (first) return yield* repeat(context, first, { tool, input });
    yield* repeats.requireRoom(repeatable.orgId, repeatable.agentId, context.now);
    const prepared = yield* prepare();
    const { itemType, itemId } = context.call.notes;
    const { now } = context;
    const begun = { ...repeatable, runsUntil: now + leaseMs, itemType, itemId, at: now };
    // Another process may have started the same call in the meantime.
    return (yield* store.idempotentCalls.begin(begun)) ? { prepared } : { is: 'running' };
  }

  function* repeat(context: OutsideContext, first: IdempotentCall, { tool, input }: Omit<ToBegin, 'prepare'>): Op<Repeated> {
    yield* tool.checkAgain(context, input, first.itemId ?? '');
    if (first.answer) return { is: 'answered', outcome: readAnswer(first) };
    if ((first.runsUntil ?? 0) > context.now) return { is: 'running' };
    throw outcomeUnknown();
  }

  function readAnswer(first: IdempotentCall): Attempt<unknown> {
    const { status, answer, sealedWith } = first;
    let text: string;
    try {
      text = services.open({ ...placeOf(first), keyId: sealedWith ?? '', sealed: answer ?? Buffer.alloc(0) });
    } catch {
      // The secret that encrypted the answer is gone. The effects at the service remain.
      throw outcomeUnknown();
    }
    if (status === 200) return { ok: true, value: parseExactly(text) };
    const { error } = JSON.parse(text) as ErrorBody;
    return { ok: false, error: new GatewayError(error.code, error.message, error) };
  }

  /**
   * Stores the answer of a finished call. A refusal before anything was sent is not stored. An internal fault leaves the outcome unknown.
   */
  function* keep(
    { call: { notes }, now }: ToolContext,
    { argumentsHash: _, ...name }: RepeatableCall,
    outcome: Attempt<unknown>,
  ): Op<void> {
    const answered = answerToKeep(outcome);
    if (answered === 'never sent') return yield* store.idempotentCalls.remove(name);
    if (answered === 'unknown') return yield* store.idempotentCalls.extend(name, 0);
    const { itemType, itemId } = notes;
    const { sealed, keyId } = services.seal(placeOf({ ...name, itemId }), answered.text);
    yield* store.idempotentCalls.answer({ ...name, status: answered.status, answer: sealed, sealedWith: keyId, itemType, itemId });
    yield* repeats.keepWithin(name.orgId, sealed.length, now);
  }

  /** Records now and then that a call still runs, until it ends. */
  function extend({ argumentsHash: _, ...name }: RepeatableCall, requestId: string): { end(): void } {
    const still = () =>
      store
        .perform(() => store.idempotentCalls.extend(name, clock() + leaseMs), { changes: true })
        .catch((error: unknown) => report(internalError(error, requestId), requestId));
    const timer = setInterval(still, extendEveryMs).unref();
    return { end: () => clearInterval(timer) };
  }

  return { beginOrRepeat, keep, extend, pause: () => wait(askEveryMs) };
}

/** Place for which an answer is encrypted. It decrypts for no other call. */
function placeOf({ orgId, agentId, tool, callKey, itemId }: Pick<IdempotentCall, 'orgId' | 'agentId' | 'tool' | 'callKey' | 'itemId'>) {
  return { orgId, connectionId: itemId ?? '', field: JSON.stringify(['answer', agentId, tool, callKey]) };
}

function answerToKeep(outcome: Attempt<unknown>): { status: number; text: string } | 'never sent' | 'unknown' {
  if (outcome.ok) return { status: 200, text: JSON.stringify(outcome.value) };
  const { error } = outcome;
  if (!(error instanceof GatewayError)) return 'unknown';
  if (error.code === 'service_error') return { status: error.status, text: JSON.stringify(errorBody(error)) };
  return error.code !== 'internal_error' || error.retryAfterSeconds !== undefined ? 'never sent' : 'unknown';
}
