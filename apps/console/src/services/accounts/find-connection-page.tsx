import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import styles from '../../identity/visitors/visitor-page.module.css';
import { VisitorPage } from '../../identity/visitors/visitor-page.tsx';
import { call, isNotFound } from '../../kernel/calls/call.ts';
import { useAccount } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';

const route = getRouteApi('/services/$connectionId');

/** Address of a service for agents. It leads to the page in the organization that has the connection. */
export function FindConnectionPage() {
  const { connectionId } = route.useParams();
  const { organizations } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: ['find_connection', connectionId],
    queryFn: ({ signal }) =>
      findOrganization(
        organizations.map(({ orgId }) => orgId),
        connectionId,
        signal,
      ),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  if (data !== null)
    return <Navigate to="/$orgId/services/$connectionId" params={{ orgId: data, connectionId }} search={{ tab: 'account' }} replace />;
  return (
    <VisitorPage
      title="Service not found"
      lead="It was disconnected, or you don't have access to it. Ask the person who sent you the link."
    >
      <p className={styles.aside}>
        <Link to="/" replace>
          Open Gatehouse
        </Link>
      </p>
    </VisitorPage>
  );
}

/** Organization of the signed-in person that has the connection. Null if none shows it. */
async function findOrganization(orgIds: readonly string[], connectionId: string, signal: AbortSignal): Promise<string | null> {
  for (const orgId of orgIds) {
    try {
      await call(orgId, 'read_connection', { connectionId }, signal);
      return orgId;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return null;
}
