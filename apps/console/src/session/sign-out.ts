import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../calls/call.ts';
import { dropDrafts } from '../editor/drafts.ts';
import { sayFailed } from '../notices/notices.ts';
import { messageOf } from '../states/failed.tsx';
import { accountQuery } from './account.ts';

/** Ends the session of this browser and leaves nothing of it on the page. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await call(undefined, 'sign_out', {});
    } catch (error) {
      sayFailed(messageOf(error));
      return;
    }
    const signedIn = queries.getQueryData(accountQuery.queryKey);
    if (signedIn) dropDrafts(localStorage, signedIn.account.id);
    await navigate({ to: '/sign-in', search: {} });
    queries.clear();
  };
}
