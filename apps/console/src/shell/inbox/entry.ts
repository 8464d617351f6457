import type { OutputOf } from '../../kernel/calls/call.ts';
import { count, number } from '../../kernel/words/count-words.ts';

/** Something that waits for the person. // D86 */
export type Entry = OutputOf<'list_inbox'>['entries'][number];

/** Kind of an entry in words, as the title of its details. */
export function kindWords({ kind, item }: Entry): string {
  switch (kind) {
    case 'review':
      return item?.isDeleted ? 'Deletion to review' : 'Changes to review';
    case 'skill':
      return 'Skill to review';
    case 'comment':
      return 'Comment for you';
    case 'tools':
      return 'Tools on hold';
    case 'task':
      return 'Task for you';
    default:
      return kind satisfies never;
  }
}

/** Name of the item, task or service that an entry is about. */
export function nameOf({ item, comment, connection, task }: Entry): string {
  return item?.name ?? comment?.subjectName ?? connection?.name ?? task?.title ?? '';
}

/** Words after the name: what waits there. */
export function aboutWords({ kind, item, comment, connection }: Entry): string {
  if (comment) return comment.text;
  if (connection) return `${count(connection.heldCount, 'tool')} on hold`;
  if (kind === 'skill') return `version ${number(item?.versionCount ?? 0)} to review`;
  if (item?.isDeleted) return 'deleted by an agent';
  // Only a new item can wait in its first version.
  if (item) return item.versionCount === 1 ? 'new, to review' : 'changes to review';
  return 'assigned to you';
}
