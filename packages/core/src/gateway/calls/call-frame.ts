import { type Attempt, type FileStore, isDiskFull, type Op, type Store, UnavailableError } from '@gatehouse/storage';
import type { ActivityNotes, Caller, CookieChanges, Settings } from '../../kernel/context/context.ts';
import { levelOf } from '../../kernel/context/key-level.ts';
import { GatewayError, internalError, unauthorized } from '../../kernel/errors/errors.ts';
import { activityRow, noNotes } from '../../kernel/log/activity-row.ts';
import type { Mailer } from '../../kernel/mail/mailer.ts';
import type { CompanyPort } from '../../kernel/ports/company-port.ts';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.ts';
import type { ServicePort } from '../../kernel/ports/service-port.ts';
import type { TextExtractor } from '../../kernel/ports/text-extractor.ts';
import type { TextMerger } from '../../kernel/ports/text-merger.ts';
import type { WebhookPort } from '../../kernel/ports/webhook-port.ts';
import { type AdmittedCaller, admitCaller, findCaller } from '../callers/caller.ts';
import { limitError, type Rate, rateOf } from '../limits/call-limit.ts';
import { directToolOf, givenName, type NamedTool, type Registry, refuseVisitor, requireTool } from '../registry/registry.ts';
import type { AdmittedCall, Answer, Call } from './call.ts';
import { recordCall } from './record-call.ts';
import type { Repeats } from './repeats.ts';

/** Parts of a gateway. They are made once and keep nothing of a call. */
export interface GatewayParts {
  store: Store;
  files: FileStore | undefined;
  registry: Registry;
  settings: Settings;
  services: ServicePort;
  webhooks: WebhookPort;
  mailer: Mailer | undefined;
  company: CompanyPort | undefined;
  passwords: PasswordHasher;
  merger: TextMerger;
  extractor: TextExtractor;
  repeats: Repeats;
  clock: () => number;
  report: (error: GatewayError, requestId: string) => void;
}

export type CallFrame = ReturnType<typeof createCallFrame>;

/** Surrounds every tool: key and limit before it, activity row and answer after it. */
export function createCallFrame(parts: GatewayParts) {
  const { store, settings, clock, report } = parts;
  /** Checks key and limit. A call that is not admitted is answered 401 (not logged, because its caller is unknown) or 429 (folded). */
  function* admit(call: Call): Op<AdmittedCall | { error: GatewayError; rate: Rate | undefined }> {
    const startedMicros = performance.now() * 1000;
    const startedAt = clock();
    let found: AdmittedCaller;
    try {
      found = yield* admitCaller(store, call.credential, settings.callsPerMinute, startedAt);
      refuseVisitor(call.tool, found.caller);
    } catch (error) {
      if (error instanceof GatewayError) return { error, rate: undefined };
      throw error;
    }
    const { caller, slot, callsPerMinute, refusal } = found;
    const rate = slot && rateOf(slot, callsPerMinute);
    const admitted: AdmittedCall = {
      caller,
      rate,
      startedAt,
      startedMicros,
      ...nothingDone(caller.visit ? {} : undefined),
    };
    if (rate && slot && !slot.admitted) return yield* refuseBeyondLimit(call, admitted, rate);
    if (caller.personId === null) admitted.notes.memberships = yield* membershipsOf(store, caller);
    if (!refusal) return admitted;
    yield* recordCall(store, rowOf(call, admitted, 0, refusal), admitted);
    return { error: refusal, rate };
  }

  /**
   * Looks the caller up again for a later transaction of its call, because its key, session, role and limits can have changed. A call that
   * began before its key, token or session expired can finish. A call that was sent to a service ends normally, even if agents can only
   * read by now. // D1, D85
   */
  function* admitAgain(call: Call, admitted: AdmittedCall, isSent = false): Op<GatewayError | undefined> {
    try {
      const found = yield* findCaller(store, call.credential, admitted.startedAt);
      const caller = isSent ? atLevelOf(admitted.caller, found) : found;
      if (admitted.caller.session && !caller.session) throw unauthorized('this session has ended; sign in again');
      refuseVisitor(call.tool, caller);
      requireTool(call.tool, caller);
      admitted.caller = caller;
      return undefined;
    } catch (error) {
      if (error instanceof GatewayError) return error;
      throw error;
    }
  }

  function* refuseBeyondLimit(call: Call, admitted: AdmittedCall, rate: Rate): Op<{ error: GatewayError; rate: Rate }> {
    const { key, session } = admitted.caller;
    const error = limitError(rate, session ? 'session' : 'key');
    yield* store.activity.recordFolded({ ...rowOf(call, admitted, 0, error), keyId: key?.id ?? session?.id ?? '' });
    return { error, rate };
  }

  /** Writes the activity row. Returns the answer, which may be sent after the commit (D14). */
  function* finish(call: Call, admitted: AdmittedCall, outcome: Attempt<unknown>): Op<Answer> {
    const { rate, isReplay, effects } = admitted;
    if (!outcome.ok) {
      const error = asGatewayError(outcome.error, call.requestId);
      if (call.alongside) yield* call.alongside({ ok: false, error });
      yield* recordCall(store, rowOf(call, admitted, 0, error), admitted);
      return { ok: false, error, rate, isReplay };
    }
    const json = admitted.json ?? JSON.stringify(outcome.value);
    if (call.alongside) yield* call.alongside(outcome);
    yield* recordCall(store, rowOf(call, admitted, Buffer.byteLength(json)), admitted);
    return {
      ok: true,
      value: outcome.value,
      json,
      rate,
      browser: effects.browser,
      postCommitMail: effects.postCommitMail,
      loads: effects.loads,
      picture: effects.picture,
      isReplay,
    };
  }

  /** Answers a fault of the program or the database. */
  async function answerFault(call: Call, error: unknown): Promise<Answer> {
    const answered = asGatewayError(error, call.requestId);
    // A call to a service keeps the fault as the cause, so that it does not look like a call that never ran.
    const cause = error instanceof Error ? error.cause : undefined;
    if (isDiskFull(error) || isDiskFull(cause) || (error instanceof UnavailableError && error.isBusy)) await logApart(call, answered);
    return { ok: false, error: answered, rate: undefined };
  }

  /** Writes the log row on its own. It may fit even with a full disk or a busy pool. If it does not, nothing of the call can be written. */
  async function logApart(call: Call, error: GatewayError): Promise<void> {
    const startedAt = clock();
    const measured = {
      startedAt,
      startedMicros: performance.now() * 1000,
      ...nothingDone(undefined),
      rate: undefined,
    };
    const log = function* (): Op<void> {
      const caller = yield* findCaller(store, call.credential, startedAt);
      yield* store.activity.record(rowOf(call, { caller, ...measured }, 0, error));
    };
    // Runs without the caller's turn, because the caller's own calls block it.
    await store.perform(log, { changes: false }).catch((fault: unknown) => report(internalError(fault, call.requestId), call.requestId));
  }

  return {
    admit,
    admitAgain,
    finish,
    answerFault,
  };
}

function atLevelOf(earlier: Caller, caller: Caller): Caller {
  if (!earlier.key || !caller.key) return caller;
  const key = { ...caller.key, agentsReadOnly: earlier.key.agentsReadOnly };
  return { ...caller, key, access: levelOf(key) };
}

/** Data that a call fills in as it runs. */
export function nothingDone(browser: CookieChanges | undefined): Pick<AdmittedCall, 'notes' | 'effects'> {
  return { notes: { ...noNotes }, effects: { moved: {}, postCommitMail: {}, loads: [], browser } };
}

/** Organizations that log an account's call outside of organizations. Null for calls that the organization of the call logs. */
function* membershipsOf(store: Store, { type, session }: Caller): Op<ActivityNotes['memberships']> {
  if (type === 'visitor') return [];
  return session && (yield* store.accounts.memberships(session.accountId));
}

function rowOf(call: Call, { caller, notes, startedAt, startedMicros, isReplay }: AdmittedCall, resultBytes: number, error?: GatewayError) {
  return activityRow({
    at: startedAt,
    caller,
    origin: call.origin,
    tool: loggedName(call.tool, caller),
    notes,
    requestId: call.requestId,
    durationMicros: Math.round(performance.now() * 1000 - startedMicros),
    argumentBytes: call.argumentBytes,
    resultBytes,
    error,
    isReplay,
  });
}

/** Name for the log. A direct tool is logged as `execute_service_tool`. A name that the key does not list is logged as given. // D76 */
function loggedName(tool: NamedTool, caller: Caller): string {
  return directToolOf(tool, caller) ? tool.name : givenName(tool);
}

function asGatewayError(error: unknown, requestId: string): GatewayError {
  if (error instanceof GatewayError && (error.code !== 'internal_error' || error.retryAfterSeconds !== undefined)) return error;
  return internalError(error, requestId);
}
