import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import type { Icon } from '../../kernel/icons/icon.tsx';
import { Activity, Bot, Folder, Plug, Settings, UserRound } from '../../kernel/icons/icons.ts';
import { settingAnchor, settingPlaces } from '../../kernel/layout/setting-places.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { ItemIcon } from '../../kernel/signs/item-icon.tsx';
import { typeNames } from '../../kernel/words/type-names.ts';
import type { Item } from '../item/item.ts';
import type { Shown } from '../items/search.ts';
import { StatusSign } from '../tasks/signs.tsx';
import { numberOf, type Task } from '../tasks/task.ts';
import { useTasks } from '../tasks/use-tasks.ts';
import type { ExcerptProps } from './excerpt.tsx';
import { type Findable, recentFirst } from './findables.ts';
import { readRecents } from './recents.ts';
import { type Hit, useHits } from './use-hits.ts';

const sign = (Sign: Icon): ReactNode => <Sign size={14} strokeWidth={1.75} aria-hidden="true" />;
/** Maximum recently opened items whose names are loaded. */
const mostRecentItems = 8;

interface Found {
  findables: readonly Findable[];
  /** Entries that were opened before, last first. */
  opened: readonly Findable[];
  /** True if there can be more entries than these. */
  isMore: boolean;
  isSearching: boolean;
}

/** Returns entries found by name or text, recently opened ones first. With a folder, text hits are in it or below it. */
export function useFindables(text: string, folderId?: string): Found {
  const { orgId } = useMembership();
  const [recents] = useState(() => readRecents(orgId));
  const { hits, isMore, isSearching } = useFoundItems(text, folderId);
  const items = useRecentItems(recents);
  const tasks = useOpenTasks();
  const others = useNamed();
  const findables = useMemo(() => recentFirst([...hits, ...items, ...tasks, ...others], recents), [items, hits, tasks, others, recents]);
  const opened = useMemo(() => findables.filter(({ id }) => recents.includes(id)), [findables, recents]);
  return { findables, opened, isMore, isSearching };
}

/** Documents, files and skills that the gateway finds. */
function useFoundItems(text: string, folderId: string | undefined): { hits: readonly Findable[]; isMore: boolean; isSearching: boolean } {
  const open = useOpenItem();
  const { hits, best, isMore, isSearching } = useHits(text, folderId);
  return {
    isMore,
    isSearching,
    hits: useMemo(
      () => [
        ...hits.flatMap((hit) => findableOf(hit, open, <FoundText hit={hit} wanted={text} />)),
        ...best.flatMap((hit) =>
          findableOf(
            hit,
            (id, place) => void openAtPlace(open, id, hit.snippet, text, place),
            <FoundText hit={hit} wanted={text} isBest />,
          ),
        ),
      ],
      [hits, best, text, open],
    ),
  };
}

/** Files whose text is markdown: written so, or extracted from another format. */
const markdownFile = /\.(?:md|markdown|pdf|docx|xlsx|pptx|odt|eml)$/i;

/** Text of a hit around the found words. */
function FoundText({ hit: { type, title, path, snippet }, ...found }: { hit: Hit; wanted: string; isBest?: boolean }) {
  const isMarkdown = type === 'file' ? markdownFile.test(title) : path === undefined || markdownFile.test(path);
  return <ShownExcerpt text={`… ${snippet} …`} isMarkdown={isMarkdown} {...found} />;
}

const LoadedExcerpt = lazy(async () => ({ default: (await import('./excerpt.tsx')).Excerpt }));

const ShownExcerpt = (props: ExcerptProps) => (
  <Suspense fallback={null}>
    <LoadedExcerpt {...props} />
  </Suspense>
);

type OpenItem = (itemId: string, place?: Pick<Shown, 'find' | 'file'>) => void;

/** Opens a hit where its snippet is from. */
async function openAtPlace(open: OpenItem, id: string, snippet: string | undefined, question: string, place: Pick<Shown, 'file'> = {}) {
  const { placeIn } = await import('./best-parts.ts');
  const find = snippet === undefined ? undefined : placeIn(snippet, question);
  open(id, { ...place, ...(find !== undefined && { find }) });
}

/** Tasks are found in their own list, so this search returns none. */
function findableOf({ type, id, title, snippet, path }: Hit, open: OpenItem, preview: ReactNode): Findable[] {
  if (type === 'task') return [];
  const place = path === undefined ? {} : { file: path };
  return [
    {
      id: `item ${id}`,
      itemId: id,
      title,
      kind: typeNames[type],
      // Hits do not say the kind of a file.
      icon: <ItemIcon of={{ type, kind: 'other' }} />,
      isInText: true,
      preview: snippet !== undefined && preview,
      open: () => open(id, place),
    },
  ];
}

function useOpenItem(): OpenItem {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  return useMemo(
    () =>
      (itemId, search = {}) =>
        void navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId }, search }),
    [navigate, orgId],
  );
}

function useRecentItems(recents: readonly string[]): readonly Findable[] {
  const { orgId } = useMembership();
  const open = useOpenItem();
  const ids = recents.filter((id) => id.startsWith('item ')).slice(0, mostRecentItems);
  const items = useQueries({
    queries: ids.map((id) => toolQuery(orgId, 'read_item', { itemId: id.slice('item '.length), includeText: false })),
    combine: answered,
  });
  return useMemo(
    () =>
      items.map(({ id, name, type, kind }) => ({
        id: `item ${id}`,
        itemId: id,
        title: name,
        kind: typeNames[type],
        icon: <ItemIcon of={{ type, kind }} />,
        open: () => open(id),
      })),
    [items, open],
  );
}

/** Items that still exist. */
const answered = (answers: { data: Item | undefined }[]): Item[] => answers.flatMap(({ data }) => data ?? []);

function useOpenTasks(): readonly Findable[] {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const { tasks } = useTasks(false);
  return useMemo(
    () =>
      Array.from(tasks.values(), (task: Task): Findable => {
        const { taskId, title, notes } = task;
        return {
          id: `task ${taskId}`,
          title,
          kind: `Task ${numberOf(task)}`,
          icon: <StatusSign status={task.status} />,
          preview: notes !== null && <ShownExcerpt text={notes} isMarkdown wanted="" />,
          open: () => void navigate({ to: '/$orgId/tasks', params: { orgId }, search: { task: taskId } }),
        };
      }),
    [tasks, orgId, navigate],
  );
}

/** Folders, agents, services, people, settings and views of the log. Pages are found by their key bindings. */
function useNamed(): readonly Findable[] {
  const { orgId, role } = useMembership();
  const navigate = useNavigate();
  const folders = useQuery(allPagesQuery(orgId, 'list_folders', {})).data;
  const agents = useQuery(allPagesQuery(orgId, 'list_agents', { includeRemoved: true })).data;
  const connections = useQuery(toolQuery(orgId, 'list_connections', {})).data?.connections;
  const people = useQuery(allPagesQuery(orgId, 'list_people', {})).data;
  return useMemo(
    () => [
      ...(folders ?? [])
        .flatMap((page) => page.folders)
        .map(
          ({ id, name }): Findable => ({
            id: `folder ${id}`,
            title: name,
            kind: 'Folder',
            icon: sign(Folder),
            open: () => void navigate({ to: '/$orgId/documents/folder/$folderId', params: { orgId, folderId: id } }),
          }),
        ),
      ...(agents ?? [])
        .flatMap((page) => page.agents)
        .filter(({ removedAt }) => removedAt === null)
        .map(
          ({ id, name, ownerName }): Findable => ({
            id: `agent ${id}`,
            title: name,
            kind: `Agent of ${ownerName}`,
            icon: sign(Bot),
            open: () => void navigate({ to: '/$orgId/agents', params: { orgId }, search: { agent: id } }),
          }),
        ),
      ...(connections ?? []).map(
        ({ connectionId, name, service }): Findable => ({
          id: `connection ${connectionId}`,
          title: name,
          kind: `Service, ${service}`,
          icon: sign(Plug),
          open: () => void navigate({ to: '/$orgId/services/$connectionId', params: { orgId, connectionId } }),
        }),
      ),
      ...(people ?? [])
        .flatMap((page) => page.people)
        .map(
          ({ id, name, email }): Findable => ({
            id: `person ${id}`,
            title: name,
            kind: email,
            icon: sign(UserRound),
            open: () => void navigate({ to: '/$orgId/people', params: { orgId }, search: { person: id } }),
          }),
        ),
      ...settingPlaces
        .filter(({ isFor }) => isFor === undefined || isFor({ role }))
        .map(
          ({ title, page }): Findable => ({
            id: `setting ${page} ${title}`,
            title,
            kind: page === '/$orgId/settings' ? 'Settings' : 'Account',
            icon: sign(Settings),
            open: () => void navigate({ to: page, params: { orgId }, hash: settingAnchor(title) }),
          }),
        ),
      ...looks.map(
        ({ title, search }): Findable => ({
          id: `look ${title}`,
          title,
          kind: 'Activity',
          icon: sign(Activity),
          open: () => void navigate({ to: '/$orgId/activity', params: { orgId }, search }),
        }),
      ),
    ],
    [folders, agents, connections, people, role, orgId, navigate],
  );
}

/** Most common views of the log. */
const looks = [
  { title: 'Failed and refused calls', search: { not: ['outcome:ok'] } },
  { title: 'Calls over MCP', search: { entrance: 'mcp' } },
  { title: 'Calls over HTTP', search: { entrance: 'http' } },
];
