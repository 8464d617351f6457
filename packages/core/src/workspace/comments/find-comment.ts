import { maxDocumentBytes } from '@gatehouse/domain';
import type { Comment, Op, Task, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { kindOf, refuseUnfound } from '../../kernel/context/no-such-item.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { isText, readText } from '../items/content.ts';
import { findItem } from '../items/find-item.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { refuseReadOnly } from '../items/read-only-places.ts';
import { findTask } from '../tasks/tasks.ts';

/** An item or a task that has comments. */
export type Subject = { item: VisibleItem; task?: undefined } | { task: Task; item?: undefined };

export const subjectArguments = {
  itemId: identifier('a document, file or skill').optional(),
  taskId: identifier('from list_tasks').optional(),
};

interface NamedSubject {
  itemId?: string | undefined;
  taskId?: string | undefined;
}

/** A comment on something that the caller sees. */
export interface FoundComment {
  comment: Comment;
  subject: Subject;
}

/** Finds the item or task that the arguments name. Undefined if they name none. Throws if the caller cannot see it. */
export function* findNamedSubject(context: ToolContext, { itemId, taskId }: NamedSubject): Op<Subject | undefined> {
  if (itemId !== undefined && taskId !== undefined) throw refusal('invalid_argument', 'give either "itemId" or "taskId", not both');
  if (itemId !== undefined) return { item: yield* findItem(context, 'any', itemId) };
  return taskId === undefined ? undefined : { task: yield* findTask(context, taskId) };
}

/** Same, but first locks the subject, so that its comments stay the same until the transaction ends. */
export function* findNamedSubjectForChange(context: ToolContext, named: NamedSubject): Op<Subject | undefined> {
  const id = named.itemId ?? named.taskId;
  if (id !== undefined) yield* context.store.comments.holdSubject(context.viewer.orgId, id);
  return yield* findNamedSubject(context, named);
}

/** Finds a comment to change or answer. Locks its subject, so that the comments stay the same until the transaction ends. // D74.7 */
export function* findCommentForChange(context: ToolContext, commentId: string): Op<FoundComment> {
  const { comments } = context.store;
  const { orgId } = context.viewer;
  const before = yield* comments.find(orgId, commentId);
  if (before) yield* comments.holdSubject(orgId, before.subjectId);
  const comment = yield* comments.find(orgId, commentId);
  return comment ? { comment, subject: yield* findSubject(context, comment) } : yield* refuseUnfound(context, ['comment'], commentId);
}

function* findSubject(context: ToolContext, { subjectId }: Comment): Op<Subject> {
  if (kindOf(subjectId) === 'task') return { task: yield* findTask(context, subjectId) };
  return { item: yield* findItem(context, 'any', subjectId) };
}

export function idOf({ item, task }: Subject): string {
  return item ? item.id : task.id;
}

/** Refuses callers who cannot change a subject. Everyone can change tasks. Keys cannot change agent memory. */
export function* refuseUnchangeable(context: ToolContext, { item }: Subject): Op<void> {
  if (!item) return;
  if (context.caller.key) refuseProtected(context.call.tool, item);
  yield* refuseReadOnly(context, item.folderId);
}

/** Returns the text that a comment can quote. Undefined for content that is not text or is larger than the limit of a document. */
export function* textOf(context: ToolContext, { item, task }: Subject): Op<string | undefined> {
  if (task) return task.notes ?? '';
  return isText(item) && item.sizeBytes <= maxDocumentBytes ? yield* readText(context, item) : undefined;
}
