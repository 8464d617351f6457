import { linkOptions } from '@tanstack/react-router';
import type { Entry } from './entry.ts';

/** Link to the page of an entry. */
export function placeOf(orgId: string, { id, comment, connection, task, item }: Entry) {
  if (connection)
    return linkOptions({ to: '/$orgId/services/$connectionId', params: { orgId, connectionId: id }, search: { tab: 'held' } });
  if (task) return linkOptions({ to: '/$orgId/tasks', params: { orgId }, search: { task: id } });
  if (item?.isDeleted) return linkOptions({ to: '/$orgId/documents/trash', params: { orgId } });
  if (comment?.subjectId.startsWith('task_'))
    return linkOptions({ to: '/$orgId/tasks', params: { orgId }, search: { task: comment.subjectId, comment: id } });
  const to = '/$orgId/documents/item/$itemId';
  if (comment) return linkOptions({ to, params: { orgId, itemId: comment.subjectId }, search: { comments: true, comment: id } });
  return linkOptions({ to, params: { orgId, itemId: id } });
}
