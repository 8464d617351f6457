import { isJsonObject } from '@gatehouse/domain';
import { type Attempt, isDiskFull, type Op, UnavailableError } from '@gatehouse/storage';
import type { Caller, OutsideContext } from '../../kernel/context/context.ts';
import type { OutsideTool } from '../../kernel/context/tool.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { continueTrace } from '../../kernel/log/trace.ts';
import { inStep } from '../../kernel/ports/call-tracing.ts';
import { directToolOf, requireTool } from '../registry/registry.ts';
import { type AdmittedCall, type Answer, type Call, shareOf, sharerOf } from './call.ts';
import { type CallFrame, type GatewayParts, nothingDone } from './call-frame.ts';
import { createOutsideRepeats, type Repeated } from './repeat-outside-call.ts';
import { findRepeatable, hasKey, isRepeatable } from './repeatable-call.ts';
import { sendMail } from './send-mail.ts';
import { createToolContexts } from './tool-contexts.ts';

type Input = Parameters<OutsideTool['prepare']>[1];

/** A call that is about to leave the process. */
interface PreparedCall {
  admitted: AdmittedCall;
  input: Input;
  context: OutsideContext;
  prepared: unknown;
}

/** Call that waits for another process, which has sent the same call under the same idempotency key. */
interface Waiting {
  waits: true;
  admitted: AdmittedCall;
  input: Input;
}

type Begun = { answer: Answer } | PreparedCall | Waiting;

/** Calls of tools that leave the process: admitted and prepared in one transaction, and logged in a second one after the answer. */
export function createOutsideCalls(parts: GatewayParts, frame: CallFrame) {
  const { store, mailer } = parts;
  const repeats = createOutsideRepeats(parts);
  const { outsideContextOf } = createToolContexts(parts);

  async function answer(call: Call, tool: OutsideTool): Promise<Answer> {
    const options = {
      // The beginning of a call must be known after a crash. // D70
      changes: (tool.kind === 'discovery' && tool.preparationChanges === true) || isRepeatable(call),
      caller: shareOf(call),
    };
    try {
      let first = await inStep(call, 'store', () => store.perform(() => prepare(call, tool), options));
      while ('waits' in first) {
        const { admitted, input } = first;
        await repeats.pause();
        first = await store.perform(() => beginAgain(call, tool, admitted, input), options);
      }
      return 'answer' in first ? first.answer : await sendMail(mailer, await goOutside(call, tool, first));
    } catch (error) {
      return await frame.answerFault(call, error);
    }
  }

  async function goOutside(call: Call, tool: OutsideTool, prepared: PreparedCall): Promise<Answer> {
    const { admitted } = prepared;
    if (!hasKey(admitted)) return await concludeOnce(call, tool, prepared, await runOutside(call, tool, prepared));
    // The call is not stopped on disconnect, because its caller may retry with the same key.
    const going = repeats.extend(admitted.repeatable, call.requestId);
    try {
      return await concludeOnce(call, tool, prepared, await runOutside({ ...call, signal: undefined }, tool, prepared));
    } finally {
      going.end();
    }
  }

  /** Concludes a call. Never rejects with an error that invites a retry, because the service has received the call. */
  async function concludeOnce(call: Call, tool: OutsideTool, prepared: PreparedCall, outcome: Attempt<unknown>): Promise<Answer> {
    try {
      return await inStep(call, 'store', () =>
        store.perform(() => conclude(call, tool, prepared, outcome), { changes: true, caller: shareOf(call) }),
      );
    } catch (error) {
      if (error instanceof UnavailableError) throw error.cause;
      throw isDiskFull(error) ? new Error('its result was not stored', { cause: error }) : error;
    }
  }

  function* prepare(call: Call, tool: OutsideTool): Op<Begun> {
    const admitted = yield* frame.admit(call);
    if ('error' in admitted) return { answer: { ok: false, ...admitted } };
    let input: Input;
    try {
      const { arguments: reader } = requireTool(call.tool, admitted.caller);
      const given = givenArguments(call, admitted.caller);
      input = reader.read(given);
      admitted.repeatable = findRepeatable(call, admitted.caller, given);
    } catch (error) {
      return { answer: yield* frame.finish(call, admitted, { ok: false, error }) };
    }
    return yield* begin(call, tool, admitted, input);
  }

  function* beginAgain(call: Call, tool: OutsideTool, admitted: AdmittedCall, input: Input): Op<Begun> {
    const error = yield* frame.admitAgain(call, admitted);
    return error ? { answer: yield* frame.finish(call, admitted, { ok: false, error }) } : yield* begin(call, tool, admitted, input);
  }

  function* begin(call: Call, tool: OutsideTool, admitted: AdmittedCall, input: Input): Op<Begun> {
    const context = outsideContextOf(call, admitted, tool);
    const outcome = yield* store.attempt(function* (): Op<{ prepared: unknown } | Repeated> {
      const prepareIt = () => tool.prepare(context, input);
      if (!hasKey(admitted) || tool.kind !== 'service') return { prepared: yield* prepareIt() };
      return yield* repeats.beginOrRepeat(context, admitted, { tool, input, prepare: prepareIt });
    });
    if (!outcome.ok) return { answer: yield* frame.finish(call, admitted, outcome) };
    if ('prepared' in outcome.value) return { admitted, input, context, prepared: outcome.value.prepared };
    if (outcome.value.is === 'running') return { waits: true, admitted, input };
    admitted.isReplay = true;
    return { answer: yield* frame.finish(call, admitted, outcome.value.outcome) };
  }

  /** Commits the changes of a returned call together with its activity row. // D14 */
  function* conclude(call: Call, tool: OutsideTool, { admitted, input, prepared }: PreparedCall, outcome: Attempt<unknown>): Op<Answer> {
    const refused = yield* checkAgain(call, tool, admitted, input);
    // The caller's rights can have changed. The change happens now, and lists of changes go by that time.
    const context = outsideContextOf(call, admitted, tool);
    const { conclude } = tool;
    const concluded = !refused && outcome.ok && conclude ? yield* store.attempt(() => conclude(context, prepared, outcome.value)) : outcome;
    // Keeps the service's result, so that a repetition by an allowed caller gets it.
    if (hasKey(admitted)) yield* repeats.keep(context, admitted.repeatable, concluded);
    return yield* frame.finish(call, admitted, refused ? { ok: false, error: refusedLate(tool, outcome, refused) } : concluded);
  }

  /** Refuses a call that returns from a service if it would be refused now. */
  function* checkAgain(call: Call, tool: OutsideTool, admitted: AdmittedCall, input: Input): Op<GatewayError | undefined> {
    const refused = yield* frame.admitAgain(call, admitted, tool.kind === 'service');
    if (refused) return refused;
    const context = outsideContextOf(call, { ...admitted, ...nothingDone(admitted.effects.browser) }, tool);
    try {
      if (tool.kind === 'service') yield* tool.checkAgain(context, input, admitted.notes.connectionId ?? '');
      else if (!tool.preparationChanges) yield* tool.prepare(context, input);
      return undefined;
    } catch (error) {
      if (error instanceof GatewayError) return error;
      throw error;
    }
  }

  return { answer };
}

/** Arguments for the tool. The arguments of a direct tool are wrapped in those of `execute_service_tool`. // D76 */
function givenArguments({ tool, readArguments }: Call, caller: Caller): unknown {
  const given = readArguments();
  const direct = directToolOf(tool, caller);
  // Leave other values unwrapped, because arguments must be an object, as for every tool.
  if (!direct || !isJsonObject(given ?? {})) return given;
  return { toolSlug: direct.toolSlug, connectionId: direct.connectionId, arguments: given };
}

/** Adds completed work to a refusal. */
function refusedLate({ kind }: OutsideTool, outcome: Attempt<unknown>, error: GatewayError): GatewayError {
  const { code, message, ...more } = error;
  if (kind === 'discovery') return new GatewayError(code, `${message}; nothing was stored`, more);
  const done = outcome.ok ? 'completed this call; its result is not shown' : 'been called and may have completed this call';
  return new GatewayError(code, `${message}. The service had already ${done}`, more);
}

async function runOutside(call: Call, tool: OutsideTool, { admitted, context, prepared }: PreparedCall): Promise<Attempt<unknown>> {
  const { signal = new AbortController().signal, onProgress, origin, trace } = call;
  const caller = sharerOf(admitted.caller);
  const run = (traceparent: string | undefined) =>
    tool.runOutside(context, prepared, { caller, signal, onProgress, traceparent, isOperator: origin.entrance === 'cli' });
  try {
    if (trace) return { ok: true, value: await trace.step('service', run) };
    return { ok: true, value: await run(origin.traceparent && continueTrace(origin.traceparent)) };
  } catch (error) {
    return { ok: false, error };
  }
}
