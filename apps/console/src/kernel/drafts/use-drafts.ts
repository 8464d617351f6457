import { useSyncExternalStore } from 'react';
import { useAccount } from '../membership/membership.ts';
import { hearDrafts, type ListedDraft, openDrafts } from './drafts.ts';

/** Stays the same array until a draft is added or removed in any tab of this browser, or another component lists them. */
const listed = new Map<string, readonly ListedDraft[]>();

function subscribe(listener: () => void): () => void {
  const forget = () => {
    listed.clear();
    listener();
  };
  // Texts may have changed since the last listing.
  listed.clear();
  const stop = hearDrafts(forget);
  window.addEventListener('storage', forget);
  return () => {
    stop();
    window.removeEventListener('storage', forget);
  };
}

/** The texts of the account in this browser that are not saved. */
export function useDrafts(): readonly ListedDraft[] {
  const { account } = useAccount();
  return useSyncExternalStore(subscribe, () => {
    const drafts = listed.get(account.id) ?? openDrafts(localStorage, account.id, Date.now()).list();
    listed.set(account.id, drafts);
    return drafts;
  });
}
