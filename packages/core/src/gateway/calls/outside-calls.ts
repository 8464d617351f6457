import { type Attempt, type Op, UnavailableError } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import type { OutsideTool } from '../../kernel/context/tool.ts';
import { continueTrace } from '../../kernel/log/trace.ts';
import { type AdmittedCall, type Answer, type Call, shareOf } from './call.ts';
import type { CallFrame, GatewayParts } from './call-frame.ts';
import { sendMail } from './send-mail.ts';

/** A call that is about to leave the process. */
interface PreparedCall {
  admitted: AdmittedCall;
  context: ToolContext;
  prepared: unknown;
}

/** Calls of tools that leave the process: admitted and prepared in one transaction, logged in a second when they have come back. */
export function createOutsideCalls({ store, registry, mailer, clock }: GatewayParts, frame: CallFrame) {
  async function answer(call: Call, tool: OutsideTool): Promise<Answer> {
    try {
      const first = await store.perform(() => prepare(call, tool), {
        changes: tool.kind === 'discovery' && tool.preparationChanges === true,
        caller: shareOf(call),
      });
      if ('answer' in first) return first.answer;
      const outcome = await runOutside(call, tool, first);
      return await sendMail(mailer, await concludeOnce(call, tool, first, outcome));
    } catch (error) {
      return await frame.answerFault(call, error);
    }
  }

  /** Rejects with nothing that says that the call may be made again: the service has had it. */
  async function concludeOnce(call: Call, tool: OutsideTool, prepared: PreparedCall, outcome: Attempt<unknown>): Promise<Answer> {
    try {
      return await store.perform(() => conclude(call, tool, prepared, outcome), { changes: true, caller: shareOf(call) });
    } catch (error) {
      throw error instanceof UnavailableError ? error.cause : error;
    }
  }

  function* prepare(call: Call, tool: OutsideTool): Op<{ answer: Answer } | PreparedCall> {
    const admitted = yield* frame.admit(call);
    if ('error' in admitted) return { answer: { ok: false, ...admitted } };
    const context = frame.contextOf(call, admitted, tool);
    const outcome = yield* store.attempt(function* () {
      const { arguments: reader } = registry.require(call.tool, admitted.caller);
      return yield* tool.prepare(context, reader.read(call.readArguments()));
    });
    if (!outcome.ok) return { answer: yield* frame.finish(call, admitted, outcome) };
    return { admitted, context, prepared: outcome.value };
  }

  /** What a call changes when it has come back is one commit with its activity row (D14). */
  function* conclude(call: Call, tool: OutsideTool, { admitted, context, prepared }: PreparedCall, outcome: Attempt<unknown>): Op<Answer> {
    if (!outcome.ok || !tool.conclude) return yield* frame.finish(call, admitted, outcome);
    const { conclude } = tool;
    // It changes things now, not when the call came: lists of changes go by this time.
    const concluded = yield* store.attempt(() => conclude({ ...context, now: clock() }, prepared, outcome.value));
    return yield* frame.finish(call, admitted, concluded);
  }

  return { answer };
}

async function runOutside(call: Call, tool: OutsideTool, { context, prepared }: PreparedCall): Promise<Attempt<unknown>> {
  const { signal = new AbortController().signal, onProgress, origin } = call;
  const traceparent = origin.traceparent && continueTrace(origin.traceparent);
  try {
    return {
      ok: true,
      value: await tool.runOutside(context, prepared, { signal, onProgress, traceparent, isOperator: origin.entrance === 'cli' }),
    };
  } catch (error) {
    return { ok: false, error };
  }
}
