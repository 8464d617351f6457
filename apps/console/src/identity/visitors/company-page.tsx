import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { useEnter } from '../../kernel/session/enter.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { pageAfterCompany } from './go-to-company.ts';
import styles from './visitor-page.module.css';
import { VisitorPage } from './visitor-page.tsx';

/** Page to which the company returns a browser. Its parameters work once. If they fail, the page shows the reason and what to do. */
export function CompanyPage() {
  const enter = useEnter();
  const [query] = useState(() => window.location.search.slice(1));
  const finished = useQuery({
    queryKey: ['finish_company_sign_in', query],
    // Sent without the signal of the page: the parameters work only once, even if the page is closed.
    queryFn: () => call(undefined, 'finish_company_sign_in', { query }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = finished;
  useEffect(() => {
    if (data) void enter(pageAfterCompany());
  }, [data]);
  if (!finished.isError) return null;
  return (
    <VisitorPage title="Company sign-in failed" lead={messageOf(finished.error)}>
      <p className={styles.aside}>
        <Link to="/sign-in" replace>
          Sign in
        </Link>
      </p>
    </VisitorPage>
  );
}
