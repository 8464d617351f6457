import { useQuery } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { type WhyGone, whyGone } from './away.ts';
import type { EditableItem } from './save-text.ts';

const maxCalls = 20;

/** Reason why an item is gone, if this person may know it. Undefined while loading. */
export function useWhyGone(item: EditableItem): WhyGone | undefined {
  const { orgId } = useMembership();
  const trash = useQuery({ ...allPagesQuery(orgId, 'list_trash', {}), staleTime: 0 });
  const ids = [item.id, item.folderId ?? undefined].filter((id) => id !== undefined);
  const log = useQuery({
    queryKey: [orgId, 'list_activity', 'of what is gone', ids],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        ids.map((itemId) => call(orgId, 'list_activity', { itemId, outcome: 'ok', limit: maxCalls }, signal)),
      );
      const calls: LoggedCall[] = pages.flatMap(({ activity }) => activity);
      return calls.sort((one, other) => other.id - one.id);
    },
  });
  const trashed = trash.data?.flatMap(({ items }) => items).find(({ id }) => id === item.id);
  return trash.data && log.data && whyGone(trashed, log.data);
}
