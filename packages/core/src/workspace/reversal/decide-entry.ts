import {
  type FieldValues,
  type Folder,
  manifestHash,
  type Op,
  type TakeBack,
  type TakeBackPlan,
  type Task,
  type VisibleItem,
} from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { readText } from '../items/content.ts';
import { isChangeablePlace } from '../items/read-only-places.ts';
import { type Decision, decide, type LeftReason, movesToTrash } from './decide.ts';
import { type TextWithChoices, withChoices } from './open-places.ts';
import { refusedFields } from './refused-fields.ts';
import { findSubject } from './subject-item.ts';
import { decideFields, type FieldsDecision } from './take-fields.ts';
import { isPartLeft, type MergedItem, mergeItem } from './take-skill-files.ts';

/** Maximum items in a folder that is deleted, because each one is checked. A folder with more stays. */
const maxInFolder = 50;

/** The decision about an item, task or folder: its body, its existence and its other fields. */
export interface EntryDecision {
  outcome: Decision['outcome'];
  /** Reason why all or part of it stays. */
  reason: LeftReason | null;
  body: Decision;
  /** Values that fields will have again (D66). */
  values: FieldValues;
  /** The text and files that others changed too, without the run's changes. */
  merged?: MergedItem & TextWithChoices;
}

/** The subject of an entry; undefined if it no longer exists or has another kind. */
export interface Subject {
  item: VisibleItem | undefined;
  task: Task | undefined;
  folder: Folder | undefined;
}

const leftOut: EntryDecision = {
  outcome: 'left',
  reason: 'left_out',
  body: { outcome: 'left', reason: 'left_out' },
  values: {},
};

/** In a folder that the person can only read (D25.5). */
const readOnly: EntryDecision = {
  outcome: 'left',
  reason: 'protected_item',
  body: { outcome: 'left', reason: 'protected_item' },
  values: {},
};

/** Undefined if it has no history. */
export function* decideSubject(
  context: ToolContext,
  takeBack: TakeBack,
  plan: TakeBackPlan,
  { item, task, folder }: Subject,
): Op<EntryDecision | undefined> {
  if (plan.isLeftOut) return leftOut;
  if (item) return (yield* isChangeablePlace(context, item.folderId)) ? yield* decideItem(context, takeBack, plan, item) : readOnly;
  if (!hasRows(plan)) return undefined;
  if (folder) return yield* decideFolder(context, takeBack, plan, folder);
  return task && (yield* decideTask(context, takeBack, plan, task));
}

function* decideItem(context: ToolContext, takeBack: TakeBack, plan: TakeBackPlan, item: VisibleItem): Op<EntryDecision> {
  const fields = yield* decideFields(context, takeBack, plan, item);
  const body: Decision = hasBody(plan) ? yield* decide(context, takeBack, plan, item) : { outcome: 'unchanged' };
  const isDeleted = body.outcome === 'taken_back' ? body.target.isDeleted : item.deletedAt !== null;
  if (isDeleted) return inTrash(body, fields);
  const isRestoredAlone = body.outcome === 'taken_back' && body.isRestoredAlone === true;
  const isChanged = isRestoredAlone ? plan.versions > 0 : body.outcome === 'left' && body.reason === 'changed_since';
  const found = isChanged ? yield* mergeItem(context, takeBack, plan, item) : undefined;
  const merged = found && { ...found, ...withChoices(found, plan.choices) };
  const isProtected = item.isAgentMemory && fields.values.isAgentMemory !== false;
  const stays = isRestoredAlone && isChanged && (!merged || isPartLeft(merged)) ? whyTextStays(plan) : undefined;
  const decision = together(body, isProtected ? { ...fields, values: {} } : fields, isProtected ? 'protected_item' : stays);
  return merged && !isProtected ? yield* withText(context, item, plan, { decision: { ...decision, merged }, fields }) : decision;
}

/** Nothing is set on an item in the trash: if others deleted it, what the run set stays and is reported. */
function inTrash(body: Decision, { values }: FieldsDecision): EntryDecision {
  const staysSet = body.outcome === 'unchanged' && Object.keys(values).length > 0;
  return staysSet ? { outcome: 'left', reason: 'changed_since', body, values: {} } : { ...ofBody(body), body, values: {} };
}

/** Keeps the text of others. An item that the run created stays too, as does each place that both changed. */
function* withText(
  context: ToolContext,
  item: VisibleItem,
  plan: TakeBackPlan,
  { decision, fields }: { decision: EntryDecision & { merged: MergedItem & TextWithChoices }; fields: FieldsDecision },
): Op<EntryDecision> {
  const { merged, body } = decision;
  const isRestorationLeft = body.outcome === 'left' && body.isRestorationLeft === true;
  // Others have worked on it, so it stays: an item that the run created or restored, or that another take-back restored.
  const staysThere = isCreatedByRun(plan) || plan.undoes?.was.isDeleted === true || isRestorationLeft;
  const isSameFiles = merged.files === undefined || manifestHash(merged.files.files) === item.manifest;
  if (isSameFiles && merged.text === (yield* readText(context, item)))
    return staysThere ? { ...decision, reason: decision.reason ?? whyTextStays(plan) } : decision;
  const reason = staysThere || isPartLeft(merged) ? whyTextStays(plan) : whyFieldsStay(fields);
  return { ...decision, outcome: 'taken_back', reason: reason ?? null };
}

function whyTextStays(plan: TakeBackPlan): LeftReason {
  return isCreatedByRun(plan) ? 'others_worked_on_it' : 'changed_since';
}

/** True if its first change is its first version. A deletion at that version does not count. */
function isCreatedByRun({ first }: TakeBackPlan): boolean {
  return first?.version === 1 && first.change === 0;
}

/** Cancels a task that the run created, unless others have worked on it (D66). */
function* decideTask(context: ToolContext, takeBack: TakeBack, plan: TakeBackPlan, task: Task): Op<EntryDecision> {
  const fields = yield* decideFields(context, takeBack, plan, task);
  const body: Decision = { outcome: 'unchanged' };
  if (fields.isCreatedByRun) {
    const values = task.status === 'canceled' ? {} : { status: 'canceled' };
    return { outcome: task.status === 'canceled' ? 'unchanged' : 'taken_back', reason: null, body, values };
  }
  return together(body, fields, fields.isCreationOfMany ? 'others_worked_on_it' : undefined);
}

/**
 * Deletes a folder that the run created or restored if it would be empty. A folder that the run created also stays if others have changed
 * it (D66).
 */
function* decideFolder(context: ToolContext, takeBack: TakeBack, plan: TakeBackPlan, folder: Folder): Op<EntryDecision> {
  const fields = yield* decideFields(context, takeBack, plan, folder);
  const body: Decision = { outcome: 'unchanged' };
  if (!fields.isCreatedByRun) {
    // Restores a folder that the run created and later deleted, after others had worked on it, as is done for items (D66.9).
    if (fields.isCreationOfMany && folder.deletedAt !== null && fields.unknown.includes('isDeleted')) fields.values.isDeleted = false;
    const staysThere = fields.values.isDeleted === true && folder.deletedAt === null && !(yield* isLeftEmpty(context, takeBack, folder));
    if (staysThere) delete fields.values.isDeleted;
    return together(body, fields, staysThere || fields.isCreationOfMany ? 'others_worked_on_it' : undefined);
  }
  if (folder.deletedAt !== null) return { outcome: 'unchanged', reason: null, body, values: {} };
  if (yield* isLeftEmpty(context, takeBack, folder)) return { outcome: 'taken_back', reason: null, body, values: { isDeleted: true } };
  return together(body, fields, 'others_worked_on_it');
}

/** True if the take-back empties a folder. */
function* isLeftEmpty(context: ToolContext, takeBack: TakeBack, folder: Folder): Op<boolean> {
  const { store } = context;
  const inside = yield* store.folders.itemsOf(folder.orgId, folder.id, maxInFolder + 1);
  if (inside.length > maxInFolder) return false;
  for (const id of inside) {
    const entry = yield* store.takeBacks.item(takeBack, id);
    const item = (yield* findSubject(context, id))?.item;
    if (!entry || entry.outcome !== null || !item) return false;
    const decision = yield* decideSubject(context, takeBack, entry.plan, { item, task: undefined, folder: undefined });
    if (!decision) return false;
    const { body, values } = decision;
    const refused = yield* refusedFields(context, takeBack, { item, task: undefined, folder: undefined }, values);
    const movesAway = values.folderId !== undefined && values.folderId !== folder.id && !refused.includes('folderId');
    if (!movesToTrash(body) && !movesAway) return false;
  }
  return true;
}

const hasRows = ({ hasRows, undoes }: TakeBackPlan) => hasRows === true || undoes?.made.rows !== undefined;

/** True if its body, its creation or its deletion is among the changes. */
function hasBody({ first, undoes, hasRows }: TakeBackPlan): boolean {
  if (undoes) return undoes.made.isBodyAsBefore !== true;
  return first !== undefined || !hasRows;
}

function ofBody(body: Decision): Pick<EntryDecision, 'outcome' | 'reason'> {
  return { outcome: body.outcome, reason: body.outcome === 'left' ? body.reason : null };
}

function together(body: Decision, fields: FieldsDecision, stays: LeftReason | undefined): EntryDecision {
  const { values } = fields;
  const why = stays ?? whyFieldsStay(fields);
  const reason = ofBody(body).reason ?? why ?? null;
  if (body.outcome === 'taken_back' || Object.keys(values).length > 0) return { outcome: 'taken_back', reason, body, values };
  return { outcome: reason === null ? 'unchanged' : 'left', reason, body, values };
}

function whyFieldsStay({ changedSince, unknown, hasUnknownRows, isHandedOver }: FieldsDecision): LeftReason | undefined {
  if (changedSince.length > 0) return 'changed_since';
  if (isHandedOver) return 'protected_item';
  return unknown.length > 0 || hasUnknownRows ? 'no_history' : undefined;
}
