import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { usePagesAhead } from '../../kernel/calls/pages-ahead.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { count } from '../../kernel/words/count-words.ts';
import type { Entry } from './entry.ts';

/** Entries that are loaded without being asked for, so that short pages do not look like the end. */
const leastLoaded = 50;

/** Entries of the inbox. Without `isAll`, unread ones and those that were read since the page was opened. */
export function useInbox(isAll: boolean) {
  const { orgId } = useMembership();
  const [openedAt] = useState(Date.now);
  const asked = useRows(orgId, 'list_inbox', { readSince: isAll ? 0 : openedAt }, 'entries');
  usePagesAhead(asked.rows !== undefined && asked.rows.length < leastLoaded, asked);
  const isEmptyYet = asked.rows?.length === 0 && asked.hasNextPage;
  return { ...asked, rows: isEmptyYet ? undefined : asked.rows, until: asked.firstPage?.until };
}

/** Returns functions that mark entries. Each refreshes the list and the number in the navigation. */
export function useMarks() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const refresh = useCallback(
    () => Promise.all(['list_inbox', 'count_inbox'].map((tool) => queries.invalidateQueries({ queryKey: [orgId, tool] }))),
    [orgId, queries],
  );
  const run = async (change: () => Promise<unknown>) => {
    try {
      await change();
    } catch (error) {
      sayError(error);
    }
    await refresh();
  };
  const mark = ({ id, at }: Entry) => void run(() => call(orgId, 'mark_inbox_read', { ids: [id], until: at }));
  return {
    refresh,
    /** Marks an opened entry as read. */
    see(entry: Entry): void {
      if (!entry.isRead) mark(entry);
    },
    toggle(entry: Entry): void {
      if (entry.isRead) void run(() => call(orgId, 'mark_inbox_read', { ids: [entry.id], read: false }));
      else mark(entry);
    },
    markAll(until: number): void {
      void run(async () => {
        const parts: string[][] = [];
        let hasMore = true;
        while (hasMore) {
          const part = await call(orgId, 'mark_inbox_read', { until });
          if (part.ids.length > 0) parts.push(part.ids);
          // Stop at an empty part: the next call would search the same rows.
          hasMore = part.hasMore && part.ids.length > 0;
        }
        const marked = parts.reduce((sum, { length }) => sum + length, 0);
        const undo = async () => {
          for (const ids of parts) await call(orgId, 'mark_inbox_read', { ids, read: false });
        };
        sayDone(`${count(marked, 'entry', 'entries')} marked as read.`, () => void run(undo));
      });
    },
  };
}
