import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { call } from '../calls/call.ts';
import { dropDrafts, type ListedDraft, openDrafts } from '../drafts/drafts.ts';
import { forgetEditor, keepEditorNow } from '../drafts/held-editor.ts';
import { accountQuery } from '../membership/account.ts';
import { sayError } from '../states/say-error.ts';
import { tellSignedOut } from './watch-session.ts';

/** Drafts that the dialog names. Undefined while it is closed. */
let asked: readonly ListedDraft[] | undefined;
const listeners = new Set<() => void>();

function ask(drafts: typeof asked): void {
  asked = drafts;
  for (const listener of listeners) listener();
}

export const cancelSignOut = (): void => ask(undefined);

export function useAskedDrafts(): typeof asked {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}

/** Ends the session of this browser and clears all pages. Asks first if drafts would be discarded. */
export function useSignOut(): { signOut: () => Promise<void>; discardAndSignOut: () => Promise<void> } {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const accountId = () => queries.getQueryData(accountQuery.queryKey)?.account.id;

  async function discardAndSignOut(): Promise<void> {
    const id = accountId();
    ask(undefined);
    try {
      await call(undefined, 'sign_out', {});
    } catch (error) {
      sayError(error);
      return;
    }
    forgetEditor();
    tellSignedOut();
    if (id !== undefined) dropDrafts(localStorage, id);
    await navigate({ to: '/sign-in', search: {}, ignoreBlocker: true });
    queries.clear();
  }

  return {
    discardAndSignOut,
    async signOut() {
      const id = accountId();
      keepEditorNow();
      const drafts = id === undefined ? [] : openDrafts(localStorage, id, Date.now()).list();
      if (drafts.length > 0) ask(drafts);
      else await discardAndSignOut();
    },
  };
}
