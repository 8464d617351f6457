import { Link } from '@tanstack/react-router';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Agent } from '../../kernel/signs/who.tsx';
import styles from './reviews.module.css';
import type { ReviewChange } from './use-review.ts';

/** Author and time of a change, with links to its version and its call. */
export function ChangeAuthor({ of: { agent, person, at, version, requestId } }: { of: ReviewChange['by'] }) {
  const { orgId } = useMembership();
  return (
    <p className={styles.by}>
      <Agent name={agent ?? 'An agent'} person={person ?? undefined} /> · <Time at={at} /> · version {version}
      {requestId !== null && (
        <>
          {' · '}
          <Link to="/$orgId/activity" params={{ orgId }} search={{ requestId }}>
            Call
          </Link>
        </>
      )}
    </p>
  );
}
