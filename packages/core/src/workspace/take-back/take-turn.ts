import { maxTextBytes } from '@gatehouse/domain';
import {
  type FieldValues,
  manifestHash,
  type Op,
  type TakeBack,
  type TakeBackItem,
  type TakeBackPlan,
  type VisibleItem,
} from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';
import { kindOf } from '../../kernel/context/no-such-item.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { readText } from '../items/content.ts';
import { refuseTooLarge } from '../items/edit-item.ts';
import { refuseTakenName } from '../items/refuse-taken-name.ts';
import { saveContent } from '../items/save-item.ts';
import { skillDetails } from '../items/skill-text.ts';
import type { Decision, LeftReason, TakeBackDecision } from '../reversal/decide.ts';
import { decideSubject, type EntryDecision, type Subject } from '../reversal/decide-entry.ts';
import { findItemToTakeBack, findSubject } from '../reversal/subject-item.ts';
import { type FieldsSet, setItemFields, setTaskFields } from '../reversal/take-fields.ts';
import { setFolderFields } from '../reversal/take-folder.ts';
import type { MergedItem } from '../reversal/take-skill-files.ts';
import { restoreContent } from '../reversal/version-content.ts';
import { refuseBadFiles } from '../skill-files/given-files.ts';
import { moveToTrash, takeFromTrash } from '../trash/trash.ts';

export interface Turn extends Subject {
  /** Undefined if the subject no longer exists or has no history. */
  decision: EntryDecision | undefined;
}

export function* turnOf(context: ToolContext, takeBack: TakeBack, { itemId, plan }: TakeBackItem): Op<Turn> {
  const isTask = kindOf(itemId) === 'task';
  const item = isTask || kindOf(itemId) === 'folder' ? undefined : yield* findItemToTakeBack(context, itemId);
  const task = isTask ? yield* context.store.tasks.findForChange(takeBack.orgId, itemId) : undefined;
  const folder = kindOf(itemId) === 'folder' ? (yield* findSubject(context, itemId))?.folder : undefined;
  const subject = { item, task, folder };
  return { ...subject, decision: yield* decideSubject(context, takeBack, plan, subject) };
}

/** Takes an entry back. Returns the number of bytes that were moved. */
export function* takeTurn(context: ToolContext, takeBack: TakeBack, entry: TakeBackItem, turn: Turn): Op<number> {
  const { item } = turn;
  const { orgId, progress } = takeBack;
  const comesFrom = item?.deletedAt == null ? null : item.folderId;
  const folderRow = comesFrom === null ? 0 : yield* lastRow(context, orgId, comesFrom);
  const after = yield* lastRow(context, orgId, entry.itemId);
  const done = turn.decision ? yield* reverse(context, turn, turn.decision) : leftUnfound(entry.plan);
  yield* writeDown(context, takeBack, entry, { done, after });
  if (done.outcome === 'taken_back') progress.takenBack++;
  else progress[done.outcome]++;
  if (comesFrom !== null) yield* takeFolderAlong(context, takeBack, comesFrom, folderRow);
  return done.bytes ?? 0;
}

interface Written {
  done: Taken;
  /** Last row of its history before the take-back. */
  after: number;
}

function* writeDown(context: ToolContext, takeBack: TakeBack, { itemId, plan }: TakeBackItem, { done, after }: Written): Op<void> {
  const rows = { after, upTo: yield* lastRow(context, takeBack.orgId, itemId) };
  const { outcome, reason, fields = [], openPlaces, kept, wantedName } = done;
  const made = outcome === 'taken_back' && kept && { was: kept.was, made: { ...kept.made, rows } };
  const told = {
    ...(reason && { reason }),
    ...(openPlaces !== undefined && { openPlaces }),
    ...(wantedName !== undefined && { wantedName }),
  };
  if (wantedName !== undefined) takeBack.progress.isNameWanted = true;
  const written: TakeBackPlan = { ...plan, fields, ...told, ...made };
  yield* context.store.takeBacks.putItem(takeBack, { itemId, plan: written, outcome });
}

/**
 * Processes the deleted folder that an item restored from the trash brought back, so that this can be taken back too. If the item has moved
 * on to another folder, the folder goes back to the trash.
 */
function* takeFolderAlong(context: ToolContext, takeBack: TakeBack, folderId: string, after: number): Op<void> {
  const { progress, orgId } = takeBack;
  const { folders } = context.store;
  if ((yield* lastRow(context, orgId, folderId)) === after) return;
  if ((yield* folders.itemsOf(orgId, folderId, 1)).length === 0) return yield* folders.markDeleted(orgId, folderId, madeBy(context));
  const found = yield* context.store.takeBacks.item(takeBack, folderId);
  const entry = found ?? {
    itemId: folderId,
    plan: { versions: 0, others: [] },
    outcome: null,
    folderId: null,
    expected: null,
    expectedReason: null,
  };
  if (entry.outcome !== null) return;
  if (!found) progress.found++;
  progress.takenBack++;
  const turn = found && (yield* turnOf(context, takeBack, found));
  const done = turn?.decision && (yield* reverse(context, turn, turn.decision));
  const fields = ['isDeleted', ...(done?.fields ?? [])];
  yield* writeDown(context, takeBack, entry, { done: { ...done, outcome: 'taken_back', fields, kept: asBefore(undefined) }, after });
}

export function* lastRow({ store }: ToolContext, orgId: string, id: string): Op<number> {
  return (yield* store.changes.list(orgId, id, 1))[0]?.number ?? 0;
}

interface Taken {
  outcome: Decision['outcome'];
  reason?: LeftReason | null;
  bytes?: number;
  fields?: string[];
  openPlaces?: number | undefined;
  wantedName?: string | undefined;
  kept?: Required<Pick<TakeBackPlan, 'was' | 'made'>>;
}

function leftUnfound({ first, undoes, hasRows }: TakeBackPlan): Taken {
  return { outcome: 'left', reason: first || undoes || hasRows ? 'not_there' : 'no_history' };
}

/** Restores the body first (its existence and content), then the other fields. */
function* reverse(context: ToolContext, { item, task, folder }: Turn, decision: EntryDecision): Op<Taken> {
  const done = yield* changeBody(context, item, decision);
  // If an item could not be restored from the trash, its fields are not set.
  const isThere = !done?.reason || item?.deletedAt === null;
  const nothing: FieldsSet = { fields: [], refused: undefined };
  const set = isThere ? yield* setFields(context, { item, task, folder }, decision.values) : nothing;
  // The reason why the whole text stays is more important than the reason for a field.
  const whole = decision.body.outcome === 'left' && !decision.merged ? decision.reason : null;
  const reason = done?.reason ?? whole ?? set.refused ?? decision.reason;
  const openPlaces = decision.merged?.places.length;
  const isDone = done?.kept !== undefined || set.fields.length > 0;
  const outcome = isDone ? 'taken_back' : reason === null ? 'unchanged' : 'left';
  const { fields, wantedName } = set;
  return { outcome, reason, bytes: done?.bytes ?? 0, fields, wantedName, openPlaces, kept: done?.kept ?? asBefore(item) };
}

function* changeBody(context: ToolContext, item: VisibleItem | undefined, { body, merged }: EntryDecision): Op<Done | undefined> {
  if (!item) return undefined;
  const brought = body.outcome === 'taken_back' ? yield* bringTo(context, item, body) : undefined;
  if (!merged || brought?.reason) return brought;
  if (!brought) return yield* saveMerged(context, item, merged);
  const present = (yield* context.store.items.visible(context.viewer, 'any', item.id)) ?? item;
  const saved = yield* saveMerged(context, present, merged);
  if (!brought.kept || !saved?.kept) return { ...brought, ...(saved?.reason && { reason: saved.reason }) };
  return { kept: { was: brought.kept.was, made: saved.kept.made }, bytes: brought.bytes + saved.bytes };
}

/** A text that cannot be saved, such as a skill whose name is taken, stays as it is. */
function* saveMerged(context: ToolContext, item: VisibleItem, { text, files }: MergedItem): Op<Done | undefined> {
  const manifest = files ? manifestHash(files.files) : item.manifest;
  if (manifest === item.manifest && text === (yield* readText(context, item))) return undefined;
  const outcome = yield* context.store.attempt(function* () {
    refuseTooLarge(text, maxTextBytes(item.type));
    const details = item.type === 'skill' ? yield* skillDetails(context, item, text) : {};
    if (files) refuseBadFiles(files.files, text);
    const skillFiles = files && { files: files.files, bytes: new Map() };
    return yield* saveContent(context, item, {
      content: { text },
      summary: 'took changes back',
      // The merged text needs a review: nobody has seen the others' words without those of the run.
      needsReview: item.reviewedVersion !== item.versionCount,
      ...(skillFiles && { skillFiles }),
      ...details,
    });
  });
  const was = { version: item.versionCount, isDeleted: false };
  if (outcome.ok) {
    const moves = yield* context.store.changes.trashMoves(item.orgId, item.id);
    return { kept: { was, made: { version: outcome.value.versionCount, change: moves.at(-1)?.number ?? 0 } }, bytes: item.sizeBytes };
  }
  if (!(outcome.error instanceof GatewayError)) throw outcome.error;
  return { reason: outcome.error.reason === 'duplicate_name' ? 'name_taken' : 'changed_since', bytes: 0 };
}

/** Sets fields with their tools. The tools' notes are discarded, because the activity row describes the whole call. */
function* setFields(context: ToolContext, { item, task, folder }: Subject, values: FieldValues): Op<FieldsSet> {
  const apart = { ...context, notes: { ...context.notes } };
  if (item) return yield* setItemFields(apart, item, values);
  if (folder) return yield* setFolderFields(apart, folder, values);
  return task ? yield* setTaskFields(apart, task, values) : { fields: [], refused: undefined };
}

function asBefore(item: VisibleItem | undefined): Required<Pick<TakeBackPlan, 'was' | 'made'>> {
  const version = item?.versionCount ?? 0;
  const was = { version, isDeleted: item !== undefined && item.deletedAt !== null };
  return { was, made: { version, change: 0, isBodyAsBefore: true } };
}

interface Done {
  kept?: Required<Pick<TakeBackPlan, 'was' | 'made'>>;
  reason?: LeftReason;
  bytes: number;
}

/** Brings an item to its target. If another file got the name at the same moment, changes nothing. */
function* bringTo(context: ToolContext, item: VisibleItem, decision: TakeBackDecision): Op<Done> {
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

function* change(context: ToolContext, item: VisibleItem, { target, changesContent }: TakeBackDecision): Op<void> {
  let present = item;
  if (item.deletedAt !== null) {
    // A skill whose text changes gets its name with that.
    const keepsName = item.type === 'file' || (item.type === 'skill' && !changesContent);
    if (keepsName && !target.isDeleted) yield* refuseTakenName(context, item.folderId, item.name, item.id);
    yield* takeFromTrash(context, item);
    present = (yield* context.store.items.visible(context.viewer, 'any', item.id)) ?? item;
  }
  if (changesContent) present = { ...(yield* restoreContent(context, present, target.version)), folderName: present.folderName };
  if (target.isDeleted) yield* moveToTrash(context, present);
}
