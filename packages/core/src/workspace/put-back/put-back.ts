import type { Op, PutBack, PutBackItem, PutBackPlan, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { findVersion, versionContent } from '../items/content.ts';
import { refuseTakenName } from '../items/refuse-taken-name.ts';
import { moveToTrash, takeFromTrash } from '../trash/trash.ts';
import { saveOldVersion } from '../versions/save-old-version.ts';
import { type Decision, decide, type LeftReason, movesToTrash, type PutBackDecision } from './decide.ts';
import { findPutBackForChange, putBackExample, putBackFields, putBackId, putBackShape } from './put-back-fields.ts';
import { findItemToPutBack } from './subject-item.ts';

/** In one call, which other calls wait for (D56). */
const maxItems = 4;
const maxBytes = 1024 * 1024;
/** Items that it decides about: those that go to the trash may be few. */
const maxLooks = 20;

export const putBack = defineTool({
  name: 'put_back',
  title: 'Put back',
  description:
    'Put back what prepare_put_back found, a few items a call: call again until the state is "done". What others changed since is left. It can be undone: prepare_put_back with this putBackId.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ putBackId: putBackId() }),
  output: putBackShape,
  example: {
    input: { putBackId: putBackExample.putBackId },
    output: { ...putBackExample, state: 'done', putBack: 2, left: 1 },
  },
  *run(context, { putBackId }) {
    const found = yield* findPutBackForChange(context, putBackId);
    if (found.state === 'done') return putBackFields(found);
    if (found.state === 'looking') {
      throw refusal('invalid_argument', 'it is still being looked for what to put back: call continue_put_back until the state is "ready"');
    }
    return putBackFields(yield* putBackMore(context, found));
  },
});

/** In two passes, so that what goes to the trash holds no name that something else has again. */
function* putBackMore(context: ToolContext, { progress, ...putBack }: PutBack): Op<PutBack> {
  const { store } = context;
  // One that was begun before there were passes goes on with the rest.
  const pass = progress.pass ?? (progress.itemId === '' ? 'trash' : 'rest');
  const next: PutBack = { ...putBack, state: 'working', progress: { ...progress, pass } };
  const room = { items: maxItems, bytes: maxBytes, looks: maxLooks };
  for (;;) {
    const entry = yield* store.putBacks.nextOpen(next, next.progress.itemId);
    if (!entry && next.progress.pass === 'rest') {
      next.state = 'done';
      break;
    }
    if (!entry) {
      Object.assign(next.progress, { pass: 'rest', itemId: '' });
      continue;
    }
    if (room.items === 0 || room.bytes < 0 || room.looks === 0) break;
    next.progress.itemId = entry.itemId;
    room.looks--;
    const turn = yield* turnOf(context, next, entry);
    if (next.progress.pass === 'trash' && !movesToTrash(turn.decision)) continue;
    room.bytes -= yield* takeTurn(context, next, entry, turn);
    room.items--;
  }
  yield* store.putBacks.update(next);
  return next;
}

interface Turn {
  item: VisibleItem | undefined;
  decision: Decision;
}

function* turnOf(context: ToolContext, putBack: PutBack, { itemId, plan }: PutBackItem): Op<Turn> {
  const item = yield* findItemToPutBack(context, itemId);
  if (item) return { item, decision: yield* decide(context, putBack, plan, item) };
  const hasHistory = plan.first !== undefined || plan.undoes !== undefined;
  return { item, decision: { outcome: 'left', reason: hasHistory ? 'not_there' : 'no_history' } };
}

/** Gives the bytes that were moved for it. */
function* takeTurn(context: ToolContext, putBack: PutBack, { itemId, plan }: PutBackItem, { item, decision }: Turn): Op<number> {
  const done = decision.outcome === 'put_back' && item ? yield* bringTo(context, item, decision) : undefined;
  const reason: LeftReason | undefined = decision.outcome === 'left' ? decision.reason : done?.reason;
  const outcome = reason ? 'left' : decision.outcome;
  const kept: PutBackPlan = { ...plan, ...(reason && { reason }), ...done?.kept };
  yield* context.store.putBacks.putItem(putBack, { itemId, plan: kept, outcome });
  const { progress } = putBack;
  if (outcome === 'put_back') progress.putBack++;
  else progress[outcome]++;
  return done?.bytes ?? 0;
}

interface Done {
  kept?: Pick<PutBackPlan, 'was' | 'made'>;
  reason?: LeftReason;
  bytes: number;
}

/** Another file may have got the name in the same moment: then nothing of this item is changed. */
function* bringTo(context: ToolContext, item: VisibleItem, decision: PutBackDecision): Op<Done> {
  const { store } = context;
  const outcome = yield* store.attempt(() => change(context, item, decision));
  if (!outcome.ok) {
    if (outcome.error instanceof GatewayError && outcome.error.reason === 'duplicate_name') return { reason: 'name_taken', bytes: 0 };
    throw outcome.error;
  }
  const moves = yield* store.changes.trashMoves(item.orgId, item.id);
  const was = { version: item.versionCount, isDeleted: item.deletedAt !== null };
  const made = { version: item.versionCount + (decision.changesContent ? 1 : 0), change: moves.at(-1)?.number ?? 0 };
  return { kept: { was, made }, bytes: item.sizeBytes };
}

function* change(context: ToolContext, item: VisibleItem, { target, changesContent }: PutBackDecision): Op<void> {
  let present = item;
  if (item.deletedAt !== null) {
    // A skill whose text changes gets its name with that.
    const keepsName = item.type === 'file' || (item.type === 'skill' && !changesContent);
    if (keepsName && !target.isDeleted) yield* refuseTakenName(context, item.folderId, item.name, item.id);
    yield* takeFromTrash(context, item);
    present = (yield* context.store.items.visible(context.viewer, 'any', item.id)) ?? item;
  }
  if (changesContent) present = yield* putVersionBack(context, present, target.version);
  if (target.isDeleted) yield* moveToTrash(context, present);
}

function* putVersionBack(context: ToolContext, item: VisibleItem, number: number): Op<VisibleItem> {
  const older = yield* findVersion(context, item, number);
  const content = yield* versionContent(context, item, older);
  const saved = yield* saveOldVersion(context, item, { older, content, summary: `put back version ${number}` });
  return { ...saved, folderName: item.folderName };
}
