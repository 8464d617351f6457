import { actsForAll } from '@gatehouse/domain';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { byCursor, cursorArgument } from '../../kernel/calls/by-cursor.ts';
import { call } from '../../kernel/calls/call.ts';
import { usePagesAhead } from '../../kernel/calls/pages-ahead.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { isChange } from '../../kernel/live/affected.ts';
import type { Change } from '../../kernel/live/change-stream.ts';
import { useAfterChanges } from '../../kernel/live/use-changes.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { accountToConnect } from '../../services/accounts/account-words.ts';
import { joinNews, type News } from './join-news.ts';
import { webhookFault } from './webhook-fault.ts';

/** Minimum time between two reloads, because agents may make many calls a second. */
const everyMs = 2000;
/** Number of parts that load automatically. Later parts load on request. */
const partsAhead = 8;

/** News since the time up to which the person has marked everything as seen. */
export function useNews() {
  const membership = useMembership();
  const { orgId } = membership;
  const queries = useQueryClient();
  const parts = useInfiniteQuery({
    queryKey: [orgId, 'list_news'],
    queryFn: ({ pageParam, signal }) => call(orgId, 'list_news', cursorArgument(pageParam), signal),
    ...byCursor,
  });
  const { data, hasNextPage, fetchNextPage } = parts;
  const count = data?.pages.length ?? 0;
  usePagesAhead(count < partsAhead, parts);
  const news = useMemo(() => data && joinNews(data.pages), [data]);
  const connections = useQuery(toolQuery(orgId, 'list_connections', {}));
  const webhooks = useQuery({ ...toolQuery(orgId, 'list_webhooks', {}), enabled: actsForAll(membership) });
  const ask = (...more: string[]) => {
    for (const tool of ['list_news', ...more]) void queries.invalidateQueries({ queryKey: [orgId, tool], type: 'active' });
  };
  useAfterChanges(everyMs, isNews, ask);
  return {
    news,
    toConnect: connections.data?.connections.filter((connection) => accountToConnect(connection) !== undefined) ?? [],
    webhooks: webhooks.data?.webhooks.filter((webhook) => webhookFault(webhook, Date.now()) !== undefined) ?? [],
    isPending: [parts, connections].some(({ isPending }) => isPending),
    error: [parts, connections, webhooks].find(({ error }) => error !== null)?.error ?? null,
    refetch: () => ask('list_connections', 'list_webhooks'),
    /** True if earlier news is not loaded yet. */
    isCut: hasNextPage,
    more: hasNextPage && count >= partsAhead ? () => void fetchNextPage() : undefined,
    markSeen: useMarkSeen(news),
  };
}

/** True for calls of agents, and for changes by people, who can decide about waiting changes. */
function isNews(change: Change): boolean {
  if (change.kind === 'rows') return change.rows.some((row) => row.agentId !== null || isChange(row));
  return change.kind !== 'opened';
}

function useMarkSeen(news: News | undefined): () => void {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  return () => {
    if (!news) return;
    const mark = async (until: number) => {
      try {
        await call(orgId, 'mark_news_seen', { until });
        // Reloads the news from the first part.
        await queries.resetQueries({ queryKey: [orgId, 'list_news'] });
      } catch (error) {
        sayError(error);
      }
    };
    void mark(news.until);
    sayDone('Marked all as read.', () => void mark(news.since));
  };
}
