import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';

/** All that is shown of take-backs: what is left out of a folder decides about the folder too. */
const shown = ['preview_take_back', 'list_take_back_items', 'compare_take_back_item', 'list_take_backs'];

export async function refreshTakeBacks(queries: QueryClient, orgId: string): Promise<void> {
  await Promise.all(shown.map((tool) => queries.invalidateQueries({ queryKey: [orgId, tool] })));
}

/** Leaves entries out, takes them in again, or chooses for a place. */
export function useEdit(takeBackId: string) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (edit: Omit<InputOf<'edit_take_back'>, 'takeBackId'>) => call(orgId, 'edit_take_back', { takeBackId, ...edit }),
    onError: (error) => sayFailed(messageOf(error), error),
    onSettled: () => refreshTakeBacks(queries, orgId),
  });
  return { edit: mutate, isPending };
}
