import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../calls/queries.ts';
import { Page } from '../../frame/page.tsx';
import { useMembership } from '../../session/membership.ts';
import { Empty } from '../../states/empty.tsx';
import { Failed } from '../../states/failed.tsx';
import { FirstRows } from '../../states/first-rows.tsx';
import { Attempt } from './attempt.tsx';
import styles from './attempts.module.css';

const everyMs = 5000;

/** What clients did in the last day to sign in: where each stopped, and what to change (D57). */
export function AttemptsPage() {
  const { orgId } = useMembership();
  const { data, error, refetch } = useQuery({ ...toolQuery(orgId, 'list_connect_attempts', { limit: 100 }), refetchInterval: everyMs });
  return (
    <Page title="Connect doctor" crumbs={[{ title: 'Agents', to: `/${orgId}/agents` }]}>
      {!data && !error && <FirstRows />}
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.attempts.length === 0 && (
        <Empty title="No client tried to sign in">
          What clients do to sign in is kept for a day. What a client did before anybody signed in is told to whoever runs this gateway, by
          gatehouse connect-doctor.
        </Empty>
      )}
      {data && data.attempts.length > 0 && (
        <div className={styles.list}>
          {data.attempts.map((attempt) => (
            <Attempt key={`${attempt.startedAt} ${attempt.clientId}`} of={attempt} />
          ))}
        </div>
      )}
    </Page>
  );
}
