import { type FieldsTakenBack, takeFieldsBack } from '@gatehouse/domain/take-back';
import type { Change, FieldValues, Folder, Op, TakeBack, TakeBackPlan, Task, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { setAgentMemory } from '../documents/set-agent-memory.ts';
import { moveItem } from '../folders/move-item.ts';
import { setTags } from '../item-tools/set-tags.ts';
import { updateTask } from '../tasks/update-task.ts';
import { freeName } from './free-name.ts';
import { isOfSubject } from './subject.ts';

/** Fields of an item that people and agents set, apart from its body. The name of a skill is in its text. */
const itemFields = ['name', 'folderId', 'tags', 'isAgentMemory'] as const;
/** Prefix of the fields for the shares of a folder. Each share is a field. */
export const shareOf = 'share:';
const taskFields = ['title', 'status', 'assignee', 'dueAt', 'notes'] as const;

/** Decision about the fields of an item, task or folder when the changes of a run are taken back (D66). */
export interface FieldsDecision extends FieldsTakenBack {
  /** True if the run created it, and others have not changed it since. */
  isCreatedByRun: boolean;
  /** True if the run created it, and others have changed it since. */
  isCreationOfMany: boolean;
  /** True if the run gave a folder to another owner. People have no operation that does this to a single folder. */
  isHandedOver: boolean;
}

export function* decideFields(
  context: ToolContext,
  takeBack: TakeBack,
  plan: TakeBackPlan,
  subject: VisibleItem | Task | Folder,
): Op<FieldsDecision> {
  const rows = (yield* context.store.changes.ofSubject(subject.orgId, subject.id)).map((row) => ({
    isOfRun: isOfRun(takeBack, plan, row),
    what: row.what,
    before: row.fieldsBefore,
    after: row.fieldsAfter,
  }));
  const taken = takeFieldsBack(rows);
  const isKnown = knownFields(subject);
  const isCreation = rows[0]?.what === 'created' && rows[0].isOfRun;
  const isOfMany = rows.some(({ isOfRun }) => !isOfRun);
  return {
    values: Object.fromEntries(Object.entries(taken.values).filter(([field]) => isKnown(field))),
    changedSince: taken.changedSince.filter(isKnown),
    unknown: taken.unknown.filter(isKnown),
    hasUnknownRows: taken.hasUnknownRows,
    isCreatedByRun: isCreation && !isOfMany,
    isCreationOfMany: isCreation && isOfMany,
    isHandedOver: 'ownerId' in taken.values,
  };
}

function knownFields(subject: VisibleItem | Task | Folder): (field: string) => boolean {
  if ('ownerId' in subject) return (field) => field === 'name' || field === 'isDeleted' || field.startsWith(shareOf);
  if (!('type' in subject)) return (field) => isOneOf(taskFields, field);
  return (field) => isOneOf(itemFields, field) && !(subject.type === 'skill' && field === 'name');
}

/** The present value of each field, from its last row. */
export function* fieldsNow({ store }: ToolContext, { orgId, id }: { orgId: string; id: string }, values: FieldValues): Op<FieldValues> {
  const rows = yield* store.changes.ofSubject(orgId, id);
  const known = Object.assign({}, ...rows.map(({ fieldsAfter }) => fieldsAfter ?? {})) as FieldValues;
  return Object.fromEntries(Object.keys(values).map((field) => [field, known[field] ?? null]));
}

const isOneOf = (fields: readonly string[], field: string) => fields.includes(field);

/** True if a row belongs to the run. The rows of another take-back are known by their numbers. */
function isOfRun({ progress }: TakeBack, { undoes }: TakeBackPlan, row: Change): boolean {
  if (!undoes) return isOfSubject(progress, row);
  const { rows } = undoes.made;
  return rows !== undefined && row.number > rows.after && row.number <= rows.upTo;
}

/** Reason why a field did not get its value. */
export type Refusal = 'name_taken' | 'protected_item';

export interface FieldsSet {
  fields: string[];
  refused: Refusal | undefined;
  /** The name that it did not get, because another one has it. */
  wantedName?: string | undefined;
}

/** Gives the fields of an item their values, each with the tool that a person would use: what that refuses stays (D66). */
export function* setItemFields(context: ToolContext, item: VisibleItem, values: FieldValues): Op<FieldsSet> {
  const { isAgentMemory, tags } = values;
  const named = item.type === 'doc' ? { docId: item.id } : { fileId: item.id };
  const mark = {
    fields: ['isAgentMemory'],
    set: () => setAgentMemory.run(context, { docId: item.id, isAgentMemory: isAgentMemory === true }),
  };
  const steps: FieldStep[] = [];
  if ('tags' in values) steps.push({ fields: ['tags'], set: () => setTags.run(context, { ...named, tags: tags as string[] }) });
  const moved = ['name', 'folderId'].filter((field) => field in values);
  const given: Named = {};
  if (moved.length > 0) steps.push({ fields: moved, set: () => move(context, item, values, given) });
  // Only people who mark agent memory can change it, so the mark is removed before the other changes, or set after them.
  if (isAgentMemory === false) steps.unshift(mark);
  else if (isAgentMemory === true) steps.push(mark);
  return { ...(yield* setEach(context, steps)), ...given };
}

/** A name that was already taken. */
export interface Named {
  wantedName?: string;
}

/** Moves and renames an item. If the name is already taken, uses a free one. */
function* move(context: ToolContext, item: VisibleItem, values: FieldValues, given: Named): Op<unknown> {
  const folderId = 'folderId' in values ? (values.folderId as string | null) : item.folderId;
  const wanted = 'name' in values ? (values.name as string) : item.name;
  const name = yield* freeName(context, item, folderId, wanted);
  if (name !== wanted) given.wantedName = wanted;
  const to = 'folderId' in values ? (folderId === null ? { outOfFolders: true } : { folderId }) : {};
  return yield* moveItem.run(context, { ...(item.type === 'doc' ? { docId: item.id } : { fileId: item.id }), ...to, name });
}

/**
 * Sets the fields of a task, each with the tool that a person would use. The assignee is stored as a person, but the tool takes an e-mail
 * address.
 */
export function* setTaskFields(context: ToolContext, task: Task, values: FieldValues): Op<FieldsSet> {
  const steps: FieldStep[] = Object.entries(values).map(([field, value]) => ({
    fields: [field],
    *set() {
      const given = field === 'assignee' && value !== null ? yield* addressOf(context, value as string) : value;
      const change = given === null ? { clear: [field as 'notes'] } : { [field]: given };
      return yield* updateTask.run(context, { taskId: task.id, ...change });
    },
  }));
  return yield* setEach(context, steps);
}

function* addressOf({ store, viewer }: ToolContext, personId: string): Op<string> {
  return (yield* store.people.find(viewer.orgId, personId))?.email ?? personId;
}

export interface FieldStep {
  fields: string[];
  set(): Op<unknown>;
}

export function* setEach({ store }: ToolContext, steps: readonly FieldStep[]): Op<FieldsSet> {
  const done: FieldsSet = { fields: [], refused: undefined };
  for (const { fields, set } of steps) {
    const outcome = yield* store.attempt(set);
    if (outcome.ok) done.fields.push(...fields);
    else if (outcome.error instanceof GatewayError)
      done.refused = outcome.error.reason === 'duplicate_name' ? 'name_taken' : 'protected_item';
    else throw outcome.error;
  }
  return done;
}
