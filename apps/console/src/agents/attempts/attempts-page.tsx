import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../calls/queries.ts';
import { Page } from '../../frame/page.tsx';
import { attemptsPage as strings } from '../../identity/strings.ts';
import { useMembership } from '../../session/membership.ts';
import { Empty } from '../../states/empty.tsx';
import { ListStates } from '../../states/list-states.tsx';
import { Attempt } from './attempt.tsx';
import styles from './attempts.module.css';

const everyMs = 5000;

/** What clients did in the last day to sign in: where each stopped, and what to change (D57). */
export function AttemptsPage() {
  const { orgId } = useMembership();
  const { data, error, refetch } = useQuery({ ...toolQuery(orgId, 'list_connect_attempts', { limit: 100 }), refetchInterval: everyMs });
  return (
    <Page title={strings.connectDoctor} crumbs={[{ title: strings.agents, to: `/${orgId}/agents` }]}>
      <ListStates
        of={{ rows: data?.attempts, error, refetch }}
        empty={
          <Empty title={strings.noSignInAttempts}>
            {strings.signInAttemptsOfClients} <code>gatehouse connect-doctor</code>.
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
