import { maxBulkItems } from '@gatehouse/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { askPatiently } from '../../kernel/calls/ask-patiently.ts';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayFailed, sayWaiting } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { number } from '../../kernel/words/count-words.ts';
import { sayBeginning } from './bulk-words.ts';
import { watchBulk } from './kept-bulk.ts';

export const bulkList = (orgId: string) => toolQuery(orgId, 'list_bulk_changes', { limit: 10 });

/** Callbacks for the end of bulk changes that this tab began. */
const atEnd = new Map<string, () => void>();

export function endBulk(id: string): void {
  atEnd.get(id)?.();
  atEnd.delete(id);
}

/**
 * Begins a change of many items with one call, which waits if the calls of this minute are used up. Its notice shows the progress. Resolves
 * to false if it was refused, and then runs `onEnd` too.
 */
export function useBulkChange() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  return useCallback(
    async (input: InputOf<'change_items'>, onEnd: () => void = () => {}): Promise<boolean> => {
      if (input.itemIds.length > maxBulkItems) {
        sayFailed(`You can change up to ${number(maxBulkItems)} items at once. Select fewer.`);
        onEnd();
        return false;
      }
      const stopWaiting = sayWaiting(sayBeginning(input.action));
      try {
        const begun = await askPatiently(() => call(orgId, 'change_items', input), new AbortController().signal);
        atEnd.set(begun.bulkChangeId, onEnd);
        const { queryKey } = bulkList(orgId);
        await queries.cancelQueries({ queryKey });
        queries.setQueryData(queryKey, (known) => ({ bulkChanges: [begun, ...(known?.bulkChanges ?? [])] }));
        watchBulk(orgId);
        return true;
      } catch (error) {
        onEnd();
        sayError(error);
        return false;
      } finally {
        stopWaiting();
      }
    },
    [orgId, queries],
  );
}
