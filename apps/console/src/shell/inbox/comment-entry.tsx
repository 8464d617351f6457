import { useQuery } from '@tanstack/react-query';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { has } from '../../workspace/comments/comment-threads.ts';
import commentStyles from '../../workspace/comments/comments.module.css';
import { ThreadView } from '../../workspace/comments/thread-view.tsx';
import { useCommentChanges, useComments } from '../../workspace/comments/use-comments.ts';
import { isFixed, itemQuery } from '../../workspace/item/item.ts';
import type { EntryViewProps } from './entry-view.ts';
import styles from './inbox.module.css';

/** A comment for the person, with its thread. `r` answers and `y` resolves it. // D74 */
export function CommentEntry({ entry: { id, comment }, onDecided }: EntryViewProps) {
  const { orgId } = useMembership();
  const subjectId = comment?.subjectId ?? '';
  const isOnTask = subjectId.startsWith('task_');
  const { threads, error } = useComments(isOnTask ? { taskId: subjectId } : { itemId: subjectId }, false);
  const { data: item } = useQuery({ ...itemQuery(orgId, subjectId), enabled: !isOnTask });
  const changes = useCommentChanges();
  if (error) return <Failed error={error} />;
  if (!threads) return <FirstRows />;
  const thread = threads.find((one) => has(one, id));
  if (!thread) return <p className={styles.none}>This comment has been resolved or deleted.</p>;
  return (
    <ol className={commentStyles.threads} aria-label="Comments">
      <ThreadView
        thread={thread}
        isChosen={false}
        canResolve={isOnTask || (item !== undefined && !isFixed(item))}
        changes={changes}
        onShow={undefined}
        alone={{ onResolved: onDecided }}
      />
    </ol>
  );
}
