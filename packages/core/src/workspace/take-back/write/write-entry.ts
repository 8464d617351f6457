import { idsOfPath } from '@gatehouse/domain';
import { type Decision, reasonOf } from '@gatehouse/domain/take-back';
import type { Folder, Op, TakeBack, TakeBackItem, TakeBackPlan, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { madeBy } from '../../../kernel/context/made-by.ts';
import { moveItem } from '../../folders/move-item.ts';
import { renameFolder } from '../../folders/rename-folder.ts';
import { type DecidedEntry, decidePage } from '../decide-page.ts';
import { findSubject, type Subject } from '../load/load-page.ts';
import { attemptEach, type FieldsSet } from './steps.ts';
import { writeFolder } from './write-folder.ts';
import { renameTo, writeItem } from './write-item.ts';
import { writeTask } from './write-task.ts';

/** Carries out the decision about an entry and records the result. Returns the number of bytes that were moved. */
export function* writeEntry(context: ToolContext, takeBack: TakeBack, decided: DecidedEntry): Op<number> {
  const { entry, subject, decision } = decided;
  const item = subject?.item;
  if (!subject || !decision) {
    const reason = entry.plan.first || entry.plan.undoes || entry.plan.hasRows ? 'not_there' : 'no_history';
    takeBack.progress.left++;
    yield* context.store.takeBacks.putItem(takeBack, {
      itemId: entry.itemId,
      plan: { ...entry.plan, fields: [], reason },
      outcome: 'left',
    });
    return 0;
  }
  const along = yield* foldersAlong(context, takeBack, subject, decision);
  const after = yield* lastRow(context, takeBack.orgId, entry.itemId);
  const done = yield* write(context, takeBack, decided);
  yield* writeDown(context, takeBack, decided, { done, after });
  for (const one of along) yield* takeFolderAlong(context, takeBack, one);
  return decision.body && item ? item.sizeBytes : 0;
}

/** Gives an entry its wanted name, which another entry of this take-back had earlier. Does nothing if the entry has changed since. */
export function* writeName(context: ToolContext, takeBack: TakeBack, { itemId, plan, outcome }: TakeBackItem): Op<void> {
  const { wantedName, made, ...rest } = plan;
  if (wantedName === undefined || !made?.rows) return;
  const { item, folder } = (yield* findSubject(context, itemId)) ?? {};
  const isAsLeft = (yield* lastRow(context, takeBack.orgId, itemId)) === made.rows.upTo && (item?.versionCount ?? 0) === made.version;
  const steps = [];
  if (item?.deletedAt === null && isAsLeft) {
    if (item.type === 'skill') steps.push({ fields: [], set: (now: ToolContext) => renameTo(now, item, wantedName) });
    else steps.push({ fields: [], set: (now: ToolContext) => moveItem.run(now, { fileId: itemId, name: wantedName }) });
  }
  if (folder?.deletedAt === null && isAsLeft)
    steps.push({ fields: [], set: (now: ToolContext) => renameFolder.run(now, { folderId: itemId, name: wantedName }) });
  const { refused } = yield* attemptEach(context, steps);
  const isRefused = refused !== undefined || steps.length === 0;
  const rows = { ...made.rows, upTo: isRefused ? made.rows.upTo : yield* lastRow(context, takeBack.orgId, itemId) };
  const version = isRefused ? made.version : ((yield* findSubject(context, itemId))?.item?.versionCount ?? made.version);
  const reason = isRefused ? { reason: rest.reason ?? 'name_taken' } : {};
  yield* context.store.takeBacks.putItem(takeBack, { itemId, plan: { ...rest, ...reason, made: { ...made, version, rows } }, outcome });
}

const nothing: FieldsSet = { fields: [], refused: undefined };

function* write(context: ToolContext, takeBack: TakeBack, { subject, decision }: DecidedEntry): Op<FieldsSet> {
  if (!subject || decision?.outcome !== 'taken_back') return nothing;
  if (subject.item) return yield* writeItem(context, takeBack, subject.item, decision);
  if (subject.folder) return yield* writeFolder(context, takeBack, subject.folder, decision);
  return subject.task ? yield* writeTask(context, subject.task, decision) : nothing;
}

interface Written {
  done: FieldsSet;
  /** Last row of its history before the take-back. */
  after: number;
}

/** Records the changes, so that they can be undone. */
function* writeDown(
  context: ToolContext,
  takeBack: TakeBack,
  { entry, subject, decision }: DecidedEntry,
  { done, after }: Written,
): Op<void> {
  const { progress, orgId } = takeBack;
  const item = subject?.item;
  const { fields, refused, wantedName } = done;
  const upTo = yield* lastRow(context, orgId, entry.itemId);
  const version = item ? yield* versionNow(context, item) : 0;
  const was = { version: item?.versionCount ?? 0, isDeleted: item !== undefined && item.deletedAt !== null };
  const isDone = upTo > after || version > was.version || (fields.length > 0 && refused === undefined);
  const reasons = [...(decision?.reasons ?? []), ...(refused ? [refused] : [])];
  const outcome = isDone ? 'taken_back' : reasons.length > 0 ? 'left' : 'unchanged';
  const change = item ? ((yield* context.store.changes.trashMoves(orgId, item.id)).at(-1)?.number ?? 0) : 0;
  const reason = reasonOf({ reasons });
  const plan: TakeBackPlan = {
    ...entry.plan,
    fields,
    ...(reason !== null && { reason }),
    ...(decision?.merged && { openPlaces: decision.merged.openPlaces }),
    ...(wantedName !== undefined && { wantedName }),
    ...(isDone && { was, made: { version, change, rows: { after, upTo } } }),
  };
  if (wantedName !== undefined) progress.isNameWanted = true;
  if (isDone) progress.takenBack++;
  else progress[outcome as 'left' | 'unchanged']++;
  yield* context.store.takeBacks.putItem(takeBack, { itemId: entry.itemId, plan, outcome });
}

function* versionNow({ store, viewer }: ToolContext, { id, versionCount }: VisibleItem): Op<number> {
  return (yield* store.many.items(viewer, [id]))[0]?.versionCount ?? versionCount;
}

function* lastRow({ store }: ToolContext, orgId: string, id: string): Op<number> {
  return (yield* store.changes.list(orgId, id, 1))[0]?.number ?? 0;
}

/** A deleted folder that is restored with its content, and the decision about it. */
interface FolderAlong {
  folder: Folder;
  entry: TakeBackItem | undefined;
  decided: DecidedEntry | undefined;
  after: number;
}

/** Deleted folders that are restored because a restored subject is in them. Innermost first. */
function* foldersAlong(context: ToolContext, takeBack: TakeBack, subject: Subject, decision: Decision): Op<FolderAlong[]> {
  const { store, viewer } = context;
  const place = placeToRestore(subject, decision);
  const [inner] = place === null ? [] : yield* store.many.folders(viewer, [place]);
  if (!inner) return [];
  const folders = (yield* store.many.folders(viewer, idsOfPath(inner))).filter(({ deletedAt }) => deletedAt !== null);
  const along: FolderAlong[] = [];
  for (const folder of folders.toSorted((one, other) => other.path.length - one.path.length)) {
    const entry = yield* store.takeBacks.item(takeBack, folder.id);
    const [decided] = entry?.outcome === null ? yield* decidePage(context, takeBack, [entry]) : [];
    along.push({ folder, entry, decided, after: yield* lastRow(context, viewer.orgId, folder.id) });
  }
  return along;
}

/** Folder of a subject that is restored from the trash. Null for other subjects. */
function placeToRestore({ item, folder }: Subject, { isDeleted, values }: Decision): string | null {
  if (item) return item.deletedAt !== null && isDeleted === false ? item.folderId : null;
  return folder && folder.deletedAt !== null && values.isDeleted === false ? folder.parentId : null;
}

/**
 * Processes the deleted folder that an item restored from the trash brought back, so that this can be taken back too. If the item has moved
 * on to another folder, the folder goes back to the trash.
 */
function* takeFolderAlong(context: ToolContext, takeBack: TakeBack, { folder, entry, decided, after }: FolderAlong): Op<void> {
  const { progress, orgId } = takeBack;
  const { folders } = context.store;
  if ((yield* lastRow(context, orgId, folder.id)) === after) return;
  const isEmpty =
    (yield* folders.itemsOf(orgId, folder.id, 1)).length === 0 && (yield* folders.childrenOf(orgId, folder.id, 1)).length === 0;
  if (isEmpty) {
    yield* folders.markDeleted(orgId, folder.id, madeBy(context));
    // Keep the decision: restoring the folder and deleting it again was not a change by others.
    const isStaying = decided?.decision && decided.decision.outcome !== 'taken_back';
    if (isStaying) yield* writeDown(context, takeBack, decided, { done: nothing, after: yield* lastRow(context, orgId, folder.id) });
    return;
  }
  // An entry that was processed earlier had stayed in the trash.
  if (entry?.outcome === 'left' || entry?.outcome === 'unchanged') progress[entry.outcome]--;
  else if (entry?.outcome === 'taken_back') return;
  if (!entry) progress.found++;
  const plan: TakeBackPlan = entry?.plan ?? { versions: 0, others: [] };
  const fresh = { itemId: folder.id, folderId: null, expected: null, expectedReason: null, targetFolder: null, targetName: null };
  const decision: Decision = decided?.decision ?? { outcome: 'taken_back', reasons: [], values: { isDeleted: false } };
  const subject = { type: 'folder', name: folder.name, folder, item: undefined, task: undefined } as const;
  const done = yield* writeFolder(context, takeBack, folder, decision);
  const fields = [...new Set(['isDeleted', ...done.fields])];
  yield* writeDown(
    context,
    takeBack,
    { entry: { ...fresh, outcome: null, plan }, subject, decision, data: undefined, body: undefined },
    { done: { ...done, fields }, after },
  );
}
