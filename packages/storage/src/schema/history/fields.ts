import type { AccessLevel } from '@gatehouse/domain';
import type { Tables } from '../schema.ts';
import type { FieldValues } from './field-values.ts';

type Item = Pick<
  Tables['items']['$inferSelect'],
  'name' | 'folderId' | 'tags' | 'description' | 'mimeType' | 'isAgentMemory' | 'deletedAt'
>;
type Folder = Pick<Tables['folders']['$inferSelect'], 'name' | 'ownerId' | 'visibility' | 'organizationAccess' | 'deletedAt'>;
type Task = Pick<Tables['tasks']['$inferSelect'], 'title' | 'status' | 'assignee' | 'dueAt' | 'notes' | 'doneAt'>;

/** What the history keeps of an item beside its body, which is in its versions (D65). */
export function itemValues({ name, folderId, tags, description, mimeType, isAgentMemory, deletedAt }: Item) {
  return { name, folderId, tags, description, mimeType, isAgentMemory, isDeleted: deletedAt !== null };
}

/** The same of a folder. With whom it is shared are fields too: see `shareField`. */
export function folderValues({ name, ownerId, visibility, organizationAccess, deletedAt }: Folder) {
  const organization: AccessLevel | null = visibility === 'organization' ? organizationAccess : null;
  return { name, ownerId, [shareField('organization')]: organization, isDeleted: deletedAt !== null };
}

/** The same of a task, whose assignee is a person here. */
export function taskValues({ title, status, dueAt, notes, doneAt }: Omit<Task, 'assignee'>, assignee: string | null) {
  return { title, status, assignee, dueAt, notes, doneAt };
}

/** The field of a folder that says how it is shared with a person, by identifier, or with the organization: to read, to write, or not (D25.5). */
export function shareField(shared: 'organization' | { personId: string }): string {
  return `share:${shared === 'organization' ? shared : shared.personId}`;
}

export interface Difference {
  before: FieldValues;
  after: FieldValues;
}

/** The fields that differ; undefined where none does. */
export function differenceOf(before: FieldValues, after: FieldValues): Difference | undefined {
  const names = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  if (names.length === 0) return undefined;
  return { before: pick(before, names), after: pick(after, names) };
}

/** Values are what JSON can say; lists are compared by their members, in their order. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

function pick(values: FieldValues, names: readonly string[]): FieldValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}
