import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import styles from '../../identity/visitors/visitor-page.module.css';
import { VisitorPage } from '../../identity/visitors/visitor-page.tsx';
import { CallError, call } from '../../kernel/calls/call.ts';
import { accountQuery } from '../../kernel/membership/account.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { count } from '../../kernel/words/count-words.ts';
import { Told } from '../../kernel/words/told.ts';
import { type BegunSignIn, readBegun } from './begun-sign-ins.ts';

/**
 * Page to which a service returns a browser. Its parameters work once and lead to the page of the service. If they fail, the page shows the
 * reason.
 */
export function ServiceCallbackPage() {
  const { connectionId: arrivedAt } = useParams({ strict: false });
  const [query] = useState(() => window.location.search.slice(1));
  const [begun] = useState(() => readBegun(sessionStorage));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const finished = useQuery({
    queryKey: ['finish_service_account', query],
    // Sent without the signal of the page: the parameters work only once, even if the page is closed.
    queryFn: () => finish(begun, query, arrivedAt),
    // This page shows the refusal with a way back, because the service has not received a request yet.
    meta: { maySignOut: false },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = finished;
  useEffect(() => {
    if (!data || !begun) return;
    const { connectionId, label, toolsCount, message } = data;
    sayDone(`Account at ${begun.name} connected${label === null ? '' : ` as ${label}`}: ${count(toolsCount, 'tool')}.`);
    if (message !== null) sayFailed(`Couldn't list the tools of ${begun.name}. Test the service to try again.`);
    queries.removeQueries({ queryKey: [begun.orgId], type: 'inactive' });
    const params = { orgId: begun.orgId, connectionId };
    void navigate({ to: '/$orgId/services/$connectionId', params, search: { tab: 'account' }, replace: true });
  }, [data]);
  if (!finished.isError)
    return (
      <VisitorPage title="Finishing sign-in">
        <p role="status">Connecting your account at {begun?.name ?? 'the service'}…</p>
      </VisitorPage>
    );
  const isSignedOut = finished.error instanceof CallError && finished.error.code === 'unauthorized';
  return (
    <VisitorPage title="Your account isn't connected" lead={isSignedOut ? signedOut : messageOf(finished.error)}>
      {isSignedOut ? (
        <p className={styles.aside}>
          <Link to="/sign-in" search={begun ? { next: pageOf(begun) } : {}} replace>
            Sign in
          </Link>
        </p>
      ) : (
        <WayBack begun={begun} />
      )}
    </VisitorPage>
  );
}

const signedOut = 'Your Gatehouse session ended in the meantime, so no account was connected. Sign in and connect it again.';

const pageOf = ({ orgId, connectionId }: BegunSignIn) => `/${orgId}/services/${connectionId}?tab=account`;

/** Finishes the sign-in in the organization in which this tab began it. */
async function finish(begun: BegunSignIn | undefined, query: string, connectionId: string | undefined) {
  if (!begun) throw new Told('This sign-in was started in another tab. Open the service under Services and connect your account there.');
  return await call(begun.orgId, 'finish_service_account', { query, ...(connectionId !== undefined && { connectionId }) });
}

function WayBack({ begun }: { begun: BegunSignIn | undefined }) {
  const again = useMutation({
    mutationFn: ({ orgId, connectionId }: BegunSignIn) => call(orgId, 'begin_service_account', { connectionId }),
    onSuccess: ({ address }) => window.location.assign(address),
    onError: sayError,
  });
  const account = useQuery(accountQuery);
  const orgId = account.data?.organizations[0]?.orgId;
  if (begun)
    return (
      <>
        <div className={styles.kept}>
          <Button loading={again.isPending} onClick={() => again.mutate(begun)}>
            Try again
          </Button>
        </div>
        <p className={styles.aside}>
          <Link to="/$orgId/services/$connectionId" params={begun} search={{ tab: 'account' }} replace>
            Back to {begun.name}
          </Link>
        </p>
      </>
    );
  return (
    <p className={styles.aside}>
      {orgId === undefined ? (
        <Link to="/" replace>
          Open Gatehouse
        </Link>
      ) : (
        <Link to="/$orgId/services" params={{ orgId }} replace>
          Open services
        </Link>
      )}
    </p>
  );
}
