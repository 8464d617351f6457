import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accountQuery } from '../membership/account.ts';

/** Opens the wanted page after signing in, without any data of the previous person. */
export function useEnter(): (next?: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (next) => {
    await queries.fetchQuery({ ...accountQuery, staleTime: 0 });
    // Keeps the data of the visible page, which would be refetched.
    queries.removeQueries({ type: 'inactive', predicate: ({ queryHash }) => queryHash !== hashKey(accountQuery.queryKey) });
    await navigate({ to: isOurs(next) ? next : '/', replace: true });
  };
}

/** True for addresses of this application: a link must not lead to another site after signing in. */
function isOurs(next: string | undefined): next is string {
  return next !== undefined && /^\/(?![/\\])/.test(next);
}
