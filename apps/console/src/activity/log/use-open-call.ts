import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import type { ActivityRow, OpenCall } from './filters.ts';

/** Maximum calls with the same millisecond. */
const maxAtOnce = 500;

/** The call that is open: among the rows that are shown, or found by its time. */
export function useOpenCall(opened: OpenCall | undefined, rows: readonly ActivityRow[] | undefined): ActivityRow | 'absent' | undefined {
  const { orgId } = useMembership();
  const shown = opened && rows?.find(({ id }) => id === opened.id);
  const at = opened?.at ?? 0;
  const query = useQuery({
    ...toolQuery(orgId, 'list_activity', { since: at, until: at + 1, limit: maxAtOnce }),
    enabled: opened !== undefined && rows !== undefined && !shown,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!opened || shown) return shown;
  const found = query.data?.activity.find(({ id }) => id === opened.id);
  return found ?? (query.data ? 'absent' : undefined);
}
