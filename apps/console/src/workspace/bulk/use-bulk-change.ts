import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { askPatiently } from '../../kernel/calls/ask-patiently.ts';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayFailed, sayWaiting } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { number } from '../../kernel/words/count-words.ts';
import { sayBeginning } from './bulk-words.ts';
import { watchBulk } from './kept-bulk.ts';

/** With one call. */
const maxItems = 2000;

export const bulkList = (orgId: string) => toolQuery(orgId, 'list_bulk_changes', { limit: 10 });

/** What runs when a bulk change that this tab began has ended. */
const atEnd = new Map<string, () => void>();

export function endBulk(id: string): void {
  atEnd.get(id)?.();
  atEnd.delete(id);
}

/** Begins a change of many items with one call, which waits if the calls of this minute are used up. Its notice shows how far it is. */
export function useBulkChange() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  return useCallback(
    async (input: InputOf<'change_items'>, onEnd: () => void): Promise<void> => {
      if (input.itemIds.length > maxItems) {
        sayFailed(`You can change up to ${number(maxItems)} items at once. Select fewer.`);
        return onEnd();
      }
      const stopWaiting = sayWaiting(sayBeginning(input.action));
      try {
        const begun = await askPatiently(() => call(orgId, 'change_items', input), new AbortController().signal);
        atEnd.set(begun.bulkChangeId, onEnd);
        const { queryKey } = bulkList(orgId);
        await queries.cancelQueries({ queryKey });
        queries.setQueryData(queryKey, (known) => ({ bulkChanges: [begun, ...(known?.bulkChanges ?? [])] }));
        watchBulk(orgId);
      } catch (error) {
        onEnd();
        sayFailed(messageOf(error), error);
      } finally {
        stopWaiting();
      }
    },
    [orgId, queries],
  );
}
