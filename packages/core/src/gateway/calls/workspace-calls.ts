import type { Attempt, Op, Store } from '@gatehouse/storage';
import type { WorkspaceTool } from '../../kernel/context/tool.ts';
import { internalError } from '../../kernel/errors/errors.ts';
import { inStep } from '../../kernel/ports/call-tracing.ts';
import { RetryWithText, type WantedText, wantedKey } from '../../kernel/ports/text-extractor.ts';
import { type MergeJob, RetryWithMerges } from '../../kernel/ports/text-merger.ts';
import { moveBytes, RetryWithBlob, type Transfer } from '../../kernel/ports/transfer.ts';
import { versionPieces } from '../../workspace/extracted-text/version-bytes.ts';
import { requireTool } from '../registry/registry.ts';
import { type AdmittedCall, type Answer, type Call, shareOf, sharerOf } from './call.ts';
import type { CallFrame, GatewayParts } from './call-frame.ts';
import { repeatOrRefuse, runOrRepeat } from './repeat-workspace-call.ts';
import { findRepeatable, hasKey } from './repeatable-call.ts';
import { sendMail } from './send-mail.ts';
import { createSkillLoads } from './skill-loads.ts';
import { createToolContexts } from './tool-contexts.ts';

/** A call that waits for bytes, a merged text or an extracted text. Only its admission is done. */
interface Waiting {
  admitted: AdmittedCall;
  input: Input;
  needs: Transfer | { merges: readonly MergeJob[] } | { text: WantedText };
}

type Input = Parameters<WorkspaceTool['run']>[1];

/** Maximum transfers of a call. More than one is needed only if the bytes of the item change in between. */
const maxTransfers = 4;

/** Runs calls of tools that only use the store: on SQLite as a single job of the shared commit, on Postgres as a transaction. */
export function createWorkspaceCalls(parts: GatewayParts, frame: CallFrame) {
  const { store, files, mailer, merger, extractor, repeats, clock, report } = parts;
  const { contextOf } = createToolContexts(parts);
  const skillLoads = createSkillLoads({ store, clock, report });

  async function answer(call: Call, tool: WorkspaceTool): Promise<Answer> {
    const options = { changes: tool.access === 'write', caller: shareOf(call), givesWay: tool.givesWay };
    try {
      const first = await inStep(call, 'store', () => store.perform(() => callInside(call, tool), options));
      const answered = 'needs' in first ? await callAgain(call, tool, first, options) : first;
      if (tool.afterCommit && answered.ok && !answered.isReplay) await afterCommit(call, tool.afterCommit);
      if (answered.ok && answered.loads?.length) await skillLoads.keep(answered.loads, call.requestId);
      return await sendMail(mailer, answered);
    } catch (error) {
      return await frame.answerFault(call, error);
    }
  }

  function* callInside(call: Call, tool: WorkspaceTool): Op<Answer | Waiting> {
    const admitted = yield* frame.admit(call);
    if ('error' in admitted) return { ok: false, ...admitted };
    let input: Input;
    try {
      const { arguments: reader } = requireTool(call.tool, admitted.caller);
      const given = call.readArguments();
      input = reader.read(given);
      admitted.repeatable = findRepeatable(call, admitted.caller, given);
    } catch (error) {
      return yield* frame.finish(call, admitted, { ok: false, error });
    }
    return yield* runTool(call, admitted, tool, input);
  }

  /** Does the awaited work between two transactions. All other checks have passed by then, so little work is wasted. */
  async function callAgain(call: Call, tool: WorkspaceTool, first: Waiting, options: Parameters<Store['perform']>[1]): Promise<Answer> {
    const { admitted, input } = first;
    let next: Answer | Waiting = first;
    let transfers = 0;
    while ('needs' in next) {
      try {
        if ('merges' in next.needs) await merge(admitted, next.needs.merges);
        else if ('text' in next.needs) await extractText(admitted, next.needs.text);
        else await transfer(admitted, next.needs, ++transfers);
      } catch (error) {
        return await store.perform(() => frame.finish(call, admitted, { ok: false, error }), { changes: false, caller: shareOf(call) });
      }
      next = await inStep(call, 'store', () => store.perform(() => runAgain(call, admitted, tool, input), options));
    }
    return next;
  }

  async function merge({ effects: { moved }, caller }: AdmittedCall, jobs: readonly MergeJob[]): Promise<void> {
    moved.merged ??= new Map();
    for (const job of jobs) moved.merged.set(job.key, await merger.merge(job, sharerOf(caller)));
  }

  async function extractText({ effects: { moved }, caller }: AdmittedCall, wanted: WantedText): Promise<void> {
    const { source, version } = wanted;
    const job = { source, sizeBytes: version.sizeBytes, bytes: versionPieces({ store, files }, wanted) };
    const extracted = await extractor.extract(job, sharerOf(caller));
    moved.extracted = new Map([...(moved.extracted ?? []), [wantedKey(wanted), extracted]]);
  }

  async function transfer({ effects: { moved }, startedAt }: AdmittedCall, needed: Transfer, times: number): Promise<void> {
    if (!files) throw new Error('bytes are to be moved and there is no file store');
    if (times > maxTransfers) throw new Error('the item changed each time its bytes had arrived');
    Object.assign(moved, await moveBytes({ store, files, now: startedAt }, needed));
  }

  async function afterCommit({ requestId }: Call, follow: NonNullable<WorkspaceTool['afterCommit']>): Promise<void> {
    try {
      await follow({ store, files, now: clock() });
    } catch (error) {
      report(internalError(error, requestId), requestId);
    }
  }

  function* runAgain(call: Call, admitted: AdmittedCall, tool: WorkspaceTool, input: Input): Op<Answer | Waiting> {
    const error = yield* frame.admitAgain(call, admitted);
    return error ? yield* frame.finish(call, admitted, { ok: false, error }) : yield* runTool(call, admitted, tool, input);
  }

  function* runTool(call: Call, admitted: AdmittedCall, tool: WorkspaceTool, input: Input): Op<Answer | Waiting> {
    const outcome = yield* attemptTool(call, admitted, tool, input);
    if (!outcome.ok && outcome.error instanceof RetryWithBlob) return { admitted, input, needs: outcome.error.transfer };
    if (!outcome.ok && outcome.error instanceof RetryWithMerges) return { admitted, input, needs: { merges: outcome.error.jobs } };
    if (!outcome.ok && outcome.error instanceof RetryWithText) return { admitted, input, needs: { text: outcome.error.wanted } };
    return yield* frame.finish(call, admitted, outcome);
  }

  function* attemptTool(call: Call, admitted: AdmittedCall, tool: WorkspaceTool, input: Input): Op<Attempt<unknown>> {
    const context = contextOf(call, admitted, tool);
    // Only the changes of a write tool must be rolled back if it refuses.
    if (tool.access === 'write') {
      const run = () => tool.run(context, input);
      if (!hasKey(admitted)) return yield* store.attempt(run);
      const outcome = yield* store.attempt(() => runOrRepeat(context, admitted, run, repeats));
      if (outcome.ok) return outcome;
      return yield* store.attempt(() => repeatOrRefuse(context, admitted, outcome.error));
    }
    try {
      return { ok: true, value: yield* tool.run(context, input) };
    } catch (error) {
      return { ok: false, error };
    }
  }

  return { answer };
}
