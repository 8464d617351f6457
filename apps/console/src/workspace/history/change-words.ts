import { isGroup } from '@gatehouse/domain';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { count } from '../../kernel/words/count-words.ts';
import { statusNames } from '../../kernel/words/status-names.ts';
import { dueWords } from '../due/due-words.ts';

const actions = {
  changed: 'changed it',
  edited: 'edited it',
  commented: 'commented',
  restored: 'restored it',
  renamed: 'renamed it',
  moved: 'moved it',
  tagged: 'changed its tags',
  marked: 'changed whether it is agent memory',
};

/** A change of one field alone. */
const fieldActions = {
  name: 'renamed it',
  title: 'renamed it',
  folder: 'moved it',
  tags: 'changed its tags',
  status: 'changed its status',
  assignee: 'reassigned it',
  dueAt: 'changed its due date',
  notes: 'changed its notes',
  description: 'changed its description',
  isAgentMemory: 'changed whether it is agent memory',
  asksReview: 'changed whether it asks for review',
};

const fieldNames = {
  name: 'Name',
  folder: 'Folder',
  tags: 'Tags',
  description: 'Description',
  type: 'Type',
  isAgentMemory: 'Agent memory',
  asksReview: 'Asks for review',
  owner: 'Owner',
  title: 'Title',
  status: 'Status',
  assignee: 'Assignee',
  dueAt: 'Due',
  notes: 'Notes',
};

export type Change = OutputOf<'list_changes'>['changes'][number];
type Field = Change['fields'][number];

/** A field of a change in words. */
export interface FieldWords {
  name: string;
  before: string;
  after: string;
}

/** A change in words, to follow its author's name. */
export function describeChange({ subjectId, what, fields, review }: Pick<Change, 'subjectId' | 'what' | 'fields' | 'review'>): string {
  if (what === 'reviewed') return review ? describeReview(review) : 'reviewed it';
  if (what === 'created') return subjectId.startsWith('task_') ? 'created this task' : 'created it';
  if (what === 'deleted') return subjectId.startsWith('folder_') ? 'deleted it' : 'moved it to trash';
  return (what === 'changed' && describeOneField(fields)) || actions[what];
}

function describeReview({ how, accepted, declined, version }: NonNullable<Change['review']>): string {
  if (accepted === null || how === 'switched_off') return 'accepted all waiting changes by switching review off';
  const accepting = accepted > 0 && `accepted ${count(accepted, 'change')}`;
  const declining = declined > 0 && `declined ${count(declined, 'change')}`;
  const decided = [accepting, declining].filter((words) => words !== false).join(' and ');
  return `${decided} in version ${version}${how === 'save' ? ' by saving' : ''}`;
}

/** Verb for a change of one field. Undefined for several fields, or a field without a verb of its own. */
function describeOneField(fields: readonly Field[]): string | undefined {
  const [first, ...others] = fields.filter(({ field }) => !said.has(field));
  if (first === undefined || others.length > 0) return undefined;
  if (first.field === 'share') return describeSharing(first);
  return fieldActions[first.field as keyof typeof fieldActions];
}

function describeSharing({ before, after }: Field): string {
  if (after === null) return 'stopped sharing it';
  return before === null ? 'shared it' : 'changed who can edit it';
}

/** Returns the shortened text of a comment. Undefined for other changes. */
export function commentText({ what, fields: [field] }: Pick<Change, 'what' | 'fields'>): string | undefined {
  return what === 'commented' ? String(field?.after ?? '') : undefined;
}

/** Describes the fields of a change. Empty for a creation, because the page shows the item, and for a comment, which is shown as text. */
export function describeFields({ what, fields }: Pick<Change, 'what' | 'fields'>, now: number): FieldWords[] {
  return what === 'created' || what === 'commented'
    ? []
    : fields.filter(({ field }) => !said.has(field)).map((field) => describeField(field, now));
}

/** Fields that the verb already covers. */
const said: ReadonlySet<string> = new Set(['isDeleted', 'doneAt']);

function describeField({ field, sharedWith, before, after }: Field, now: number): FieldWords {
  const name = fieldNames[field as keyof typeof fieldNames] ?? field;
  return {
    name: field === 'share' && sharedWith !== undefined ? `Shared with ${nameOf(sharedWith)}` : name,
    before: describeValue(field, before, now),
    after: describeValue(field, after, now),
  };
}

function nameOf(whom: NonNullable<Field['sharedWith']>): string {
  return typeof whom === 'string' ? 'everyone' : (whom.name ?? (isGroup(whom.id) ? 'a deleted group' : 'a former member'));
}

const accessNames = { null: 'no access', read: 'can read', write: 'can edit' };

function describeValue(field: string, value: Field['before'], now: number): string {
  if (field === 'share') return accessNames[String(value) as keyof typeof accessNames];
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'number') return dueWords(value, now);
  if (typeof value === 'object') return value.name ?? (field === 'folder' ? "a folder you can't see" : 'a former member');
  return field === 'status' ? (statusNames[value as keyof typeof statusNames] ?? value) : value;
}
