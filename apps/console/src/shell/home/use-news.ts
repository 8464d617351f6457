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
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { accountToConnect } from '../../services/accounts/account-words.ts';
import { joinNews, type News } from './join-news.ts';
import { changedByOthers, tasksByAgent } from './task-makers.ts';
import { webhookFault } from './webhook-fault.ts';

/** Minimum time between two reloads, because agents may make many calls a second. */
const everyMs = 2000;
/** Number of parts that load automatically. Later parts load on request. */
const partsAhead = 10;
/** The page of skills shows the others. */
const skillsToReview = 20;
/** Maximum reviews, and maximum comments, on Home. The Reviews page lists all reviews. */
const waitingShown = 20;

/** News since the time up to which the person has marked everything as seen. */
export function useNews() {
  const membership = useMembership();
  const { orgId, personId } = membership;
  const { account } = useAccount();
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
  const since = news?.since;
  const tasks = useQuery({
    ...toolQuery(orgId, 'browse_tasks', { isOpen: true, changedSince: since, limit: 200 }),
    enabled: since !== undefined,
  });
  const made = useTaskRows('create_task', since);
  const changed = useTaskRows('update_task', since);
  const connections = useQuery(toolQuery(orgId, 'list_connections', {}));
  const waiting = useQuery(toolQuery(orgId, 'browse_skills', { waiting: true, limit: skillsToReview }));
  const reviews = useQuery(toolQuery(orgId, 'list_reviews', { limit: waitingShown }));
  const comments = useQuery(toolQuery(orgId, 'list_comments', { mine: true, open: true, limit: waitingShown }));
  const webhooks = useQuery({ ...toolQuery(orgId, 'list_webhooks', {}), enabled: actsForAll(membership) });
  const ask = (...more: string[]) => {
    for (const tool of ['list_news', 'browse_tasks', 'browse_skills', 'list_activity', 'list_reviews', 'list_comments', ...more])
      void queries.invalidateQueries({ queryKey: [orgId, tool], type: 'active' });
  };
  useAfterChanges(everyMs, isNews, ask);
  const rows = [...(made.data?.activity ?? []), ...(changed.data?.activity ?? [])];
  const ofPerson = tasks.data?.tasks.filter(({ assignee }) => assignee === account.email) ?? [];
  const forPerson = changedByOthers(ofPerson, rows, personId);
  const { alone, together } = tasksByAgent(forPerson, rows);
  return {
    news,
    tasks: forPerson,
    tasksAlone: alone,
    tasksTogether: together,
    hasMoreTasks: tasks.data !== undefined && tasks.data.nextCursor !== null,
    held: connections.data?.connections.filter(({ heldCount }) => heldCount > 0) ?? [],
    skillsToReview: waiting.data?.skills ?? [],
    hasMoreSkills: waiting.data !== undefined && waiting.data.nextCursor !== null,
    reviews: reviews.data?.items ?? [],
    hasMoreReviews: reviews.data !== undefined && reviews.data.nextCursor !== null,
    comments: comments.data?.comments.filter(({ by }) => by.personId !== personId || by.agentId !== null) ?? [],
    hasMoreComments: comments.data !== undefined && comments.data.nextCursor !== null,
    toConnect: connections.data?.connections.filter((connection) => accountToConnect(connection) !== undefined) ?? [],
    webhooks: webhooks.data?.webhooks.filter((webhook) => webhookFault(webhook, Date.now()) !== undefined) ?? [],
    isPending: [parts, tasks, made, changed, connections, waiting, reviews, comments].some(({ isPending }) => isPending),
    error:
      [parts, tasks, made, changed, connections, waiting, reviews, comments, webhooks].find(({ error }) => error !== null)?.error ?? null,
    refetch: () => ask('list_connections', 'list_webhooks'),
    /** True if earlier news is not loaded yet. */
    isCut: hasNextPage,
    more: hasNextPage && count >= partsAhead ? () => void fetchNextPage() : undefined,
    markSeen: useMarkSeen(news),
  };
}

/** Authors of tasks created or changed since then, as far as the person can see the log. */
function useTaskRows(tool: 'create_task' | 'update_task', since: number | undefined) {
  const { orgId } = useMembership();
  return useQuery({
    ...toolQuery(orgId, 'list_activity', { tool, outcome: 'ok', since, limit: 500 }),
    enabled: since !== undefined,
  });
}

/** True for calls of agents, and for changes by people, who can decide about waiting changes or assign tasks. */
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
        sayFailed(messageOf(error), error);
      }
    };
    void mark(news.until);
    sayDone('Marked all as read.', () => void mark(news.since));
  };
}
