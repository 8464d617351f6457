import { Link } from '@tanstack/react-router';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Agent } from '../../kernel/signs/who.tsx';
import { typeNames } from '../../kernel/words/type-names.ts';
import styles from './home.module.css';
import { NewsLine } from './news-line.tsx';

export type WaitingReview = OutputOf<'list_reviews'>['items'][number];
export type Comment = OutputOf<'list_comments'>['comments'][number];

/** Line for a document or file with agents' changes that the person can accept or decline. // D78 */
export function ReviewLine({ item: { id, type, name, folderName, waitsSince, isDeleted } }: { item: WaitingReview }) {
  const { orgId } = useMembership();
  return (
    <NewsLine who={folderName ?? typeNames[type]} at={waitsSince}>
      <Link to="/$orgId/documents/item/$itemId" params={{ orgId, itemId: id }}>
        {name}
      </Link>
      <span className={styles.dim}>{isDeleted ? ' was deleted by an agent' : ' has changes by agents'}</span>
    </NewsLine>
  );
}

/** Line for an open comment that mentions or answers the person, or is on an item that they changed last. // D74.6 */
export function CommentLine({ comment: { commentId, subjectId, text, by, createdAt } }: { comment: Comment }) {
  const { orgId } = useMembership();
  const words = <span className={styles.words}>{text}</span>;
  const search = { comments: true as const, comment: commentId };
  return (
    <NewsLine who={by.agentId === null ? by.name : <Agent name={by.name ?? ''} person={undefined} />} at={createdAt}>
      {subjectId.startsWith('task_') ? (
        <Link to="/$orgId/tasks" params={{ orgId }} search={{ task: subjectId, comment: commentId }}>
          {words}
        </Link>
      ) : (
        <Link to="/$orgId/documents/item/$itemId" params={{ orgId, itemId: subjectId }} search={search}>
          {words}
        </Link>
      )}
    </NewsLine>
  );
}
