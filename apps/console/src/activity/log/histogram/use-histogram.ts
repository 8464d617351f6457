import { dayMs, entrances, minuteMs } from '@gatehouse/domain';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type OutputOf } from '../../../kernel/calls/call.ts';
import { useAfterChanges } from '../../../kernel/live/use-changes.ts';
import { useMembership } from '../../../kernel/membership/membership.ts';
import { type ActivityFilters, isShown } from '../filters.ts';
import { fromFirstCall } from './stacks.ts';

const tool = 'activity_histogram';
/** Time after which a new call is counted. // D44.2 */
const countedAfterMs = 3 * minuteMs;

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

/**
 * Calls over the chosen time, or in the last day since the first call. Asks again when new calls that match the filters are counted.
 * Undefined if these filters have no counts.
 */
export function useHistogram(filters: ActivityFilters) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const { since, until, outcome, by } = filters;
  const entrance = entrances.find((one) => one === filters.entrance);
  const whose = (['keyId', 'agentId', 'personId'] as const).flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]]));
  // Sums cannot show people's own calls: they also count the console's reads for its pages.
  const isCounted = whose.length < 2 && by !== 'people' && !unknown.some((name) => filters[name] !== undefined);
  const chosen = { ...Object.fromEntries(whose), ...(outcome !== undefined && { outcome }), ...(entrance !== undefined && { entrance }) };
  const query = useQuery({
    queryKey: [orgId, tool, { ...chosen, since, until }],
    queryFn({ signal }) {
      const to = until ?? Date.now();
      return call(orgId, tool, { ...chosen, from: Math.min(since ?? to - dayMs, to - 1), to }, signal);
    },
    enabled: isCounted,
    placeholderData: keepPreviousData,
  });
  useAfterChanges(
    countedAfterMs,
    // Its own calls would have it ask forever.
    (change) => change.kind === 'rows' && change.rows.some((row) => row.tool !== tool && isShown(row, filters)),
    () => void queries.invalidateQueries({ queryKey: [orgId, tool], type: 'active' }),
  );
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
