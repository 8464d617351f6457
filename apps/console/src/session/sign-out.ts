import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../calls/call.ts';
import { countDrafts, dropDrafts } from '../editor/drafts.ts';
import { sayFailed } from '../notices/notices.ts';
import { messageOf } from '../states/failed.tsx';
import { count } from '../words/count-words.ts';
import { accountQuery } from './account.ts';

/** Ends the session of this browser and leaves nothing of it on the page. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isWarned = useRef(false);
  return async () => {
    const accountId = queries.getQueryData(accountQuery.queryKey)?.account.id;
    const drafts = accountId === undefined ? 0 : countDrafts(localStorage, accountId);
    if (drafts > 0 && !isWarned.current) {
      isWarned.current = true;
      sayFailed(`Signing out removes ${count(drafts, 'draft')} that you have not saved. Sign out again to do so.`);
      return;
    }
    try {
      await call(undefined, 'sign_out', {});
    } catch (error) {
      sayFailed(messageOf(error), error);
      return;
    }
    if (accountId !== undefined) dropDrafts(localStorage, accountId);
    await navigate({ to: '/sign-in', search: {} });
    queries.clear();
  };
}
