import type { OutputOf } from '../../kernel/calls/call.ts';
import { dueWords } from '../due/due-words.ts';
import { statusNames, changeWords as strings } from '../strings.ts';

export type Change = OutputOf<'list_changes'>['changes'][number];
type Field = Change['fields'][number];

/** A field of a change in words. */
export interface FieldWords {
  name: string;
  before: string;
  after: string;
}

/** What somebody did, as it stands behind their name. */
export function describeChange({ subjectId, what, fields }: Pick<Change, 'subjectId' | 'what' | 'fields'>): string {
  if (what === 'created') return subjectId.startsWith('task_') ? strings.createdThisTask : strings.createdIt;
  if (what === 'deleted') return subjectId.startsWith('folder_') ? strings.deletedIt : strings.movedItToTrash;
  return (what === 'changed' && describeOneField(fields)) || strings.did[what];
}

/** What was done, where it was done to one field; undefined where several changed, or one that has no verb of its own. */
function describeOneField(fields: readonly Field[]): string | undefined {
  const [first, ...others] = fields.filter(({ field }) => !said.has(field));
  if (first === undefined || others.length > 0) return undefined;
  if (first.field === 'share') return first.after === null ? strings.stoppedSharing : strings.shared;
  return strings.didTo[first.field as keyof typeof strings.didTo];
}

/** The fields of a change. One that somebody began has none: the page shows what it is. */
export function describeFields({ what, fields }: Pick<Change, 'what' | 'fields'>, now: number): FieldWords[] {
  return what === 'created' ? [] : fields.filter(({ field }) => !said.has(field)).map((field) => describeField(field, now));
}

/** What the words before it say already. */
const said: ReadonlySet<string> = new Set(['isDeleted', 'doneAt']);

function describeField({ field, sharedWith, before, after }: Field, now: number): FieldWords {
  const name = strings.fields[field as keyof typeof strings.fields] ?? field;
  return {
    name: field === 'share' && sharedWith !== undefined ? strings.sharedWith(nameOf(sharedWith)) : name,
    before: describeValue(field, before, now),
    after: describeValue(field, after, now),
  };
}

function nameOf(whom: NonNullable<Field['sharedWith']>): string {
  return typeof whom === 'string' ? strings.everyone : (whom.name ?? strings.formerMember);
}

function describeValue(field: string, value: Field['before'], now: number): string {
  if (field === 'share' || typeof value === 'boolean') return value ? strings.yes : strings.no;
  if (value === null || value === '') return strings.none;
  if (Array.isArray(value)) return value.length === 0 ? strings.none : value.join(', ');
  if (typeof value === 'number') return dueWords(value, now);
  if (typeof value === 'object') return value.name ?? (field === 'folder' ? strings.otherFolder : strings.formerMember);
  return field === 'status' ? (statusNames[value as keyof typeof statusNames] ?? value) : value;
}
