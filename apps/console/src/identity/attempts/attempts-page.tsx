import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Empty } from '../../kernel/states/empty.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { Attempt } from './attempt.tsx';
import styles from './attempts.module.css';

const everyMs = 5000;

/** Sign-in attempts of clients in the last day: the step at which each stopped, and what to change. // D57 */
export function AttemptsPage() {
  const { orgId } = useMembership();
  const { data, error, refetch } = useQuery({ ...toolQuery(orgId, 'list_connect_attempts', { limit: 100 }), refetchInterval: everyMs });
  return (
    <Page title="Connect doctor" crumbs={[{ title: 'Agents', to: `/${orgId}/agents` }]}>
      <ListStates
        of={{ rows: data?.attempts, error, refetch }}
        empty={
          <Empty title="No sign-in attempts">
            Sign-in attempts of clients are kept for a day. Your administrator can see earlier steps with{' '}
            <code>gatehouse connect-doctor</code>.
          </Empty>
        }
      >
        {(attempts) => (
          <div className={styles.list}>
            {attempts.map((attempt) => (
              <Attempt key={`${attempt.startedAt} ${attempt.clientId}`} of={attempt} />
            ))}
          </div>
        )}
      </ListStates>
    </Page>
  );
}
