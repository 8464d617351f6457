import type { TextTakenBack } from '@gatehouse/domain/take-back';
import type { FieldValues, Op, PutBack, PutBackPlan, Task, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { readText } from '../items/content.ts';
import { type Decision, decide, type LeftReason } from './decide.ts';
import { decideFields, type FieldsDecision } from './take-fields.ts';
import { mergeText } from './take-text.ts';

/** What becomes of an item or a task: of its body and whether it is there, and of its other fields. */
export interface EntryDecision {
  outcome: Decision['outcome'];
  /** Why all of it is left, or a part. */
  reason: LeftReason | null;
  body: Decision;
  /** Values that fields get again (D66). */
  values: FieldValues;
  /** The text without the changes of the run, where others have changed it too. */
  merged?: TextTakenBack;
}

/** Undefined for what has no history, as folders. */
export function* decideSubject(
  context: ToolContext,
  putBack: PutBack,
  plan: PutBackPlan,
  { item, task }: { item: VisibleItem | undefined; task: Task | undefined },
): Op<EntryDecision | undefined> {
  if (item) return yield* decideItem(context, putBack, plan, item);
  return task && hasRows(plan) ? yield* decideTask(context, putBack, plan, task) : undefined;
}

function* decideItem(context: ToolContext, putBack: PutBack, plan: PutBackPlan, item: VisibleItem): Op<EntryDecision> {
  const fields = yield* decideFields(context, putBack, plan, item);
  const body: Decision = hasBody(plan) ? yield* decide(context, putBack, plan, item) : { outcome: 'unchanged' };
  const isDeleted = body.outcome === 'put_back' ? body.target.isDeleted : item.deletedAt !== null;
  if (isDeleted) return { ...ofBody(body), body, values: {} };
  const merged = body.outcome === 'left' && body.reason === 'changed_since' ? yield* mergeText(context, putBack, plan, item) : undefined;
  const isProtected = item.isAgentMemory && fields.values.isAgentMemory !== false;
  const decision = together(body, isProtected ? { ...fields, values: {} } : fields, isProtected ? 'protected_item' : undefined);
  return merged && !isProtected ? yield* withText(context, item, plan, { ...decision, merged }) : decision;
}

/** What others wrote stays: so does an item that the run created, and each place that both changed. */
function* withText(
  context: ToolContext,
  item: VisibleItem,
  plan: PutBackPlan,
  decision: EntryDecision & { merged: TextTakenBack },
): Op<EntryDecision> {
  const { text, places } = decision.merged;
  const reason = plan.first?.version === 1 ? 'others_worked_on_it' : 'changed_since';
  if (text === (yield* readText(context, item))) return decision;
  return { ...decision, outcome: 'put_back', reason: places.length > 0 || plan.first?.version === 1 ? reason : null };
}

/** A task that the run created becomes canceled, unless somebody else has worked on it (D66). */
function* decideTask(context: ToolContext, putBack: PutBack, plan: PutBackPlan, task: Task): Op<EntryDecision> {
  const fields = yield* decideFields(context, putBack, plan, task);
  const body: Decision = { outcome: 'unchanged' };
  if (fields.isCreatedByRun) {
    const values = task.status === 'canceled' ? {} : { status: 'canceled' };
    return { outcome: task.status === 'canceled' ? 'unchanged' : 'put_back', reason: null, body, values };
  }
  return together(body, fields, fields.isCreationOfMany ? 'others_worked_on_it' : undefined);
}

const hasRows = ({ hasRows, undoes }: PutBackPlan) => hasRows === true || undoes?.made.rows !== undefined;

/** Whether its body, its creation or its deletion is among the changes. */
function hasBody({ first, undoes, hasRows }: PutBackPlan): boolean {
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
  if (body.outcome === 'put_back' || Object.keys(values).length > 0) return { outcome: 'put_back', reason, body, values };
  return { outcome: reason === null ? 'unchanged' : 'left', reason, body, values };
}

function whyFieldsStay({ changedSince, unknown, hasUnknownRows }: FieldsDecision): LeftReason | undefined {
  if (changedSince.length > 0) return 'changed_since';
  return unknown.length > 0 || hasUnknownRows ? 'no_history' : undefined;
}
