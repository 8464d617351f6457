import { leftReasons } from '@gatehouse/domain/take-back';
import type { Op, TakeBack } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { examplePageAddress, examplePages, pageAddress, takeBackAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { named } from '../../kernel/schema/named.ts';
import { findSubject } from './load/load-page.ts';
import { type ChangesOfCall, lookFurther, writeDownCall } from './look-for-changes.ts';
import { findOwnCall } from './own-calls.ts';
import { takeMoreBack } from './passes.ts';
import { createTakeBack } from './take-back-fields.ts';

/** Maximum subjects in the answer. No call changes more. Each step takes back at most four subjects. */
const maxSubjects = 100;

/** Agents leave nothing out. */
const reasons = leftReasons.filter((reason) => reason !== 'left_out');

const takenBack = z.object({
  subjectId: z.string().describe('item, folder or task'),
  outcome: z.enum(['taken_back', 'unchanged', 'left']).describe('unchanged: was already as before the call'),
  reason: z.enum(reasons).nullable().describe('why all or part of it is left'),
  fields: z.array(z.string()).describe('restored fields except the body'),
  url: z.string(),
});

export const takeBack = defineTool({
  name: 'take_back',
  title: 'Take back',
  description: "Undo this key's last change, even a deletion. Keeps later changes by others. Call again to redo.",
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({
    requestId: z.string().min(1).max(200).optional().describe('from list_changes {"mine": true}, at most 24 h old'),
  }),
  output: z.object({
    requestId: z.string().describe('call that was undone'),
    url: z.string(),
    subjects: z.array(named('TakenBack', 'Result for a subject of the undone call.', takenBack)),
  }),
  example: {
    input: {},
    output: {
      requestId: 'req_01jd2x7q8me3k5w9t4v6b8n0r2',
      url: takeBackAddress(examplePages, 'putback_01jd2x7q8me3k5w9t4v6b8n0r2'),
      subjects: [
        {
          subjectId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
          outcome: 'taken_back',
          reason: null,
          fields: [],
          url: examplePageAddress('doc_01jd2x7q8me3k5w9t4v6b8n0r2'),
        },
      ],
    },
  },
  *run(context, { requestId }) {
    const call = yield* findOwnCall(context, requestId);
    if (!call) throw refusal('nothing_to_change', nothingFound(requestId));
    let run = yield* writeDownCall(context, yield* begin(context, call), call);
    while (run.state === 'looking') run = yield* lookFurther(context, run);
    while (run.state !== 'done') run = yield* takeMoreBack(context, run);
    const entries = yield* context.store.takeBacks.items(run, '', maxSubjects);
    // Items outside of a key's folders do not exist for it, even if it changed them before (D49.5).
    if (entries.length === 0 && context.viewer.limits?.folders) throw noSuchItem();
    yield* noteSubject(
      context,
      entries.map(({ itemId }) => itemId),
    );
    const subjects = entries.map(({ itemId, outcome, plan }) => ({
      subjectId: itemId,
      outcome: outcome === 'taken_back' ? ('taken_back' as const) : (outcome ?? 'left'),
      reason: reasons.find((reason) => reason === plan.reason) ?? null,
      fields: plan.fields ?? [],
      url: pageAddress(context, itemId),
    }));
    return { requestId: call.requestId, url: takeBackAddress(context, run.id), subjects };
  },
});

function nothingFound(requestId: string | undefined): string {
  return requestId === undefined
    ? 'this key has changed nothing in the last 24 hours'
    : 'this key changed nothing in that call within the last 24 hours; list_changes {"mine": true} lists its changes';
}

/** Begins a take-back for the key's person, who sees it in the list and can undo it there. */
function* begin(context: ToolContext, { requestId, versions, changes }: ChangesOfCall): Op<TakeBack> {
  const times = [...versions, ...changes].map(({ at }) => at);
  return yield* createTakeBack(context, {
    subject: { kind: 'call', id: requestId },
    since: Math.min(...times),
    until: Math.max(...times),
    source: 'versions',
    position: { at: 0, itemId: '', number: 0 },
  });
}

/** Names the subject in the log if only one was taken back. */
function* noteSubject(context: ToolContext, [id, another]: readonly string[]): Op<void> {
  const subject = id === undefined || another !== undefined ? undefined : yield* findSubject(context, id);
  if (!subject || id === undefined) return;
  context.call.notes.itemType = subject.type;
  context.call.notes.itemId = id;
}
