import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { type Item, named } from '../item/item.ts';
import { refreshItems } from '../item/use-item-changes.ts';

/** An old version becomes the next one, which can be undone like any other change. */
export function useRestore(item: Item, onRestored: () => void) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const bring = async (version: number, expectedVersionCount?: number) => {
    const seen = expectedVersionCount === undefined ? {} : { expectedVersionCount };
    const { versionCount } = await call(orgId, 'restore_version', { ...named(item), version, ...seen });
    await refreshItems(queries, orgId);
    return versionCount;
  };
  const bringBack = (before: number) => () => void bring(before).catch(sayError);
  const restore = (version: number, expectedVersionCount?: number) => {
    const before = item.versionCount;
    setPending(true);
    bring(version, expectedVersionCount)
      .then((versionCount) => {
        onRestored();
        if (versionCount === before) sayDone(`The document already matches version ${version}.`);
        // Skills get no Undo here: restoring counts as a review, so Undo would accept an agent's text unread.
        else sayDone(`Restored version ${version}.`, item.type === 'skill' ? undefined : bringBack(before));
      })
      .catch(sayError)
      .finally(() => setPending(false));
  };
  return { restore, isPending };
}
