import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { type EntryPage, withEdited } from './steady-rows.ts';
import type { TakeBackEntry } from './take-back.ts';

/** Queries that show take-backs: leaving an entry out changes its folder's numbers too. */
const shown = ['preview_take_back', 'list_take_back_items', 'compare_take_back_item', 'list_take_backs'];

export async function refreshTakeBacks(queries: QueryClient, orgId: string): Promise<void> {
  await Promise.all(shown.map((tool) => queries.invalidateQueries({ queryKey: [orgId, tool] })));
}

type Edit = Omit<InputOf<'edit_take_back'>, 'takeBackId'>;

/** Leaves entries out, takes them in again, or chooses for a place. */
export function useEdit(takeBackId: string) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const [underWay, setUnderWay] = useState<Edit>();
  const { mutate, isPending } = useMutation({
    mutationFn: (edit: Edit) => call(orgId, 'edit_take_back', { takeBackId, ...edit }),
    // Updates rows in place. A refetch could move them to a later page.
    onSuccess: ({ items }) =>
      queries.setQueriesData<InfiniteData<EntryPage>>(
        { queryKey: [orgId, 'list_take_back_items'] },
        (data) => data && withEdited(data, items),
      ),
    onError: sayError,
    onSettled: async () => {
      await refreshTakeBacks(queries, orgId);
      setUnderWay(undefined);
    },
  });
  const edit = (what: Edit) => {
    setUnderWay(what);
    mutate(what);
  };
  /** Shown as it was chosen before the gateway has answered. */
  const isLeftOut = (entry: Pick<TakeBackEntry, 'itemId' | 'isLeftOut'>): boolean => {
    if (underWay?.exclude?.includes(entry.itemId)) return true;
    return entry.isLeftOut && !underWay?.include?.includes(entry.itemId);
  };
  return { edit, isPending, isLeftOut };
}
