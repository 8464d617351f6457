import { dayMs, entrances, minuteMs } from '@gatehouse/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OutputOf } from '../../../kernel/calls/call.ts';
import { toolQuery } from '../../../kernel/calls/queries.ts';
import { useMembership } from '../../../kernel/membership/membership.ts';
import { useNow } from '../../../kernel/signs/now.ts';
import type { ActivityFilters } from '../filters.ts';
import { fromFirstCall } from './stacks.ts';

/** Minimum time between requests: each one is a call in the log on the page. */
const stepMs = 5 * minuteMs;

/** Filters that the sums of the log do not know: with one of these there is nothing to draw. */
const unknown = [
  'tool',
  'itemId',
  'requestId',
  'reason',
  'serviceTool',
  'service',
  'connectionId',
  'sdk',
  'client',
  'traceId',
  'not',
] as const;

/** Calls over the chosen time, or in the last day since the first call. Undefined if these filters have no counts. */
export function useHistogram(filters: ActivityFilters) {
  const { orgId } = useMembership();
  const now = Math.ceil(useNow() / stepMs) * stepMs;
  const { since, until, outcome, by } = filters;
  const entrance = entrances.find((one) => one === filters.entrance);
  const to = until ?? now;
  const whose = (['keyId', 'agentId', 'personId'] as const).flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]]));
  // Sums cannot show people's own calls: they also count the console's reads for its pages.
  const isCounted = whose.length < 2 && by !== 'people' && !unknown.some((name) => filters[name] !== undefined);
  const input = {
    from: Math.min(since ?? to - dayMs, to - 1),
    to,
    ...Object.fromEntries(whose),
    ...(outcome !== undefined && { outcome }),
    ...(entrance !== undefined && { entrance }),
  };
  const query = useQuery({ ...toolQuery(orgId, 'activity_histogram', input), enabled: isCounted, placeholderData: keepPreviousData });
  return useMemo(() => {
    if (!isCounted || !query.data) return undefined;
    const shown = by === 'agents' ? ofAgents(query.data) : query.data;
    return since === undefined ? fromFirstCall(shown) : shown;
  }, [isCounted, query.data, by, since]);
}

function ofAgents(histogram: OutputOf<'activity_histogram'>): OutputOf<'activity_histogram'> {
  const isOfAgent = ({ entrance }: { entrance: string }) => entrance === 'http' || entrance === 'mcp';
  return { ...histogram, buckets: histogram.buckets.map(({ start, calls }) => ({ start, calls: calls.filter(isOfAgent) })) };
}
