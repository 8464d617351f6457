import type { AccessLevel } from '@gatehouse/domain';
import type { Tables } from '../schema.ts';
import type { FieldValues } from './field-values.ts';

type Item = Pick<
  Tables['items']['$inferSelect'],
  'name' | 'folderId' | 'tags' | 'description' | 'mimeType' | 'isAgentMemory' | 'deletedAt'
>;
type Folder = Pick<
  Tables['folders']['$inferSelect'],
  'name' | 'ownerId' | 'visibility' | 'organizationAccess' | 'deletedAt' | 'parentId' | 'asksReview'
>;
type Task = Pick<Tables['tasks']['$inferSelect'], 'title' | 'status' | 'assignee' | 'dueAt' | 'notes' | 'doneAt'>;

/** Fields of an item in the history, apart from its body, which is in its versions (D65). */
export function itemValues({ name, folderId, tags, description, mimeType, isAgentMemory, deletedAt }: Item) {
  return { name, folderId, tags, description, mimeType, isAgentMemory, isDeleted: deletedAt !== null };
}

/** Fields of a folder in the history. Shares are fields too: see `shareField`. */
export function folderValues({ name, ownerId, visibility, organizationAccess, deletedAt, parentId, asksReview }: Folder) {
  const organization: AccessLevel | null = visibility === 'organization' ? organizationAccess : null;
  return { name, ownerId, [shareField('organization')]: organization, isDeleted: deletedAt !== null, parentId, asksReview };
}

/** Fields of a task in the history. The assignee is the identifier of a person here. */
export function taskValues({ title, status, dueAt, notes, doneAt }: Omit<Task, 'assignee'>, assignee: string | null) {
  return { title, status, assignee, dueAt, notes, doneAt };
}

/**
 * Name of the folder field for its share with a person or a group, by identifier, or with the `organization`. Its value is `read`, `write` or
 * null (D25.5).
 */
export function shareField(sharedWith: string): string {
  return `share:${sharedWith}`;
}

export interface Difference {
  before: FieldValues;
  after: FieldValues;
}

/** Fields that differ. Undefined if none do. */
export function differenceOf(before: FieldValues, after: FieldValues): Difference | undefined {
  const names = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  if (names.length === 0) return undefined;
  return { before: pick(before, names), after: pick(after, names) };
}

/** Compares JSON values. Lists are equal if they have the same members in the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

function pick(values: FieldValues, names: readonly string[]): FieldValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}
