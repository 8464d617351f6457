import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accountQuery } from '../membership/account.ts';

/** Leads somebody who has just signed in to where they were going, with nothing kept of the previous person. */
export function useEnter(): (next?: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (next) => {
    await queries.fetchQuery({ ...accountQuery, staleTime: 0 });
    // What the page that is left still shows would be asked for again.
    queries.removeQueries({ type: 'inactive', predicate: ({ queryHash }) => queryHash !== hashKey(accountQuery.queryKey) });
    await navigate({ to: isOurs(next) ? next : '/', replace: true });
  };
}

/** An address of this application: a link must not send anybody elsewhere who has just signed in. */
function isOurs(next: string | undefined): next is string {
  return next !== undefined && /^\/(?![/\\])/.test(next);
}
