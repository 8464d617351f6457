import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useDrafts } from '../../kernel/drafts/use-drafts.ts';
import { CircleAlert, PencilLine, Trash2 } from '../../kernel/icons/icons.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { number, numberSoFar } from '../../kernel/words/count-words.ts';
import styles from './documents.module.css';

/** Links to the trash, reviews and drafts: below the tree, or above the list on screens without a tree. */
export function TrashAndDrafts() {
  const { orgId } = useMembership();
  return (
    <>
      <Link to="/$orgId/documents/trash" params={{ orgId }} className={styles.node}>
        <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.label}>Trash</span>
      </Link>
      <ReviewsLink />
      <DraftsLink />
    </>
  );
}

/** Maximum waiting items to count. */
const maxCounted = 25;

/** Link to the reviews. Hidden if nothing waits. */
function ReviewsLink() {
  const { orgId } = useMembership();
  const { data } = useQuery(toolQuery(orgId, 'list_reviews', { limit: maxCounted }));
  if (!data || data.items.length === 0) return null;
  return (
    <Link to="/$orgId/documents/reviews" params={{ orgId }} className={styles.node}>
      <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.label}>Reviews</span>
      <span className={styles.count}>{numberSoFar(data.items.length, data.nextCursor !== null)}</span>
    </Link>
  );
}

/** Hidden without drafts. */
function DraftsLink() {
  const { orgId } = useMembership();
  const drafts = useDrafts();
  if (drafts.length === 0) return null;
  return (
    <Link to="/$orgId/documents/drafts" params={{ orgId }} className={styles.node}>
      <PencilLine size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.label}>Drafts</span>
      <span className={styles.count}>{number(drafts.length)}</span>
    </Link>
  );
}
