import type { Settings, ToolContext } from './context.ts';
import { type Kind, kindOf } from './no-such-item.ts';

/** Paths of console pages by kind. A comment is on the page of its subject. */
const pages: Record<Exclude<Kind, 'comment'>, string> = {
  doc: 'documents/item/',
  file: 'documents/item/',
  skill: 'documents/item/',
  folder: 'documents/folder/',
  task: 'tasks?task=',
  conn: 'services/',
};

/** Address of the page that shows an item to people. The page asks them to sign in, and shows only what they may see. // D9 */
export function pageAddress({ gateway, viewer }: PageContext, id: string): string {
  const kind = kindOf(id);
  if (kind === undefined || kind === 'comment') throw new Error(`no page shows ${id}`);
  return `${gateway.settings.consoleUrl}/app/${viewer.orgId}/${pages[kind]}${id}`;
}

/** Address of an item's history, at a version if one is given. Folders and tasks have no such page, so their own is returned. */
export function historyAddress(context: PageContext, id: string, version: number | null = null): string {
  const page = pageAddress(context, id);
  const kind = kindOf(id);
  if (kind === 'task' || kind === 'folder') return page;
  return `${page}?history=true${version === null ? '' : `&version=${version}`}`;
}

/** Address of the page of an item or task, at a comment. // D74 */
export function commentAddress(context: PageContext, { id, subjectId }: { id: string; subjectId: string }): string {
  const page = pageAddress(context, subjectId);
  return `${page}${page.includes('?') ? '&' : '?'}comment=${id}`;
}

export function memberAddress({ gateway, viewer }: PageContext, personId: string): string {
  return `${gateway.settings.consoleUrl}/app/${viewer.orgId}/people?person=${personId}`;
}

export function serviceToolAddress(context: PageContext, connectionId: string, name: string): string {
  return `${pageAddress(context, connectionId)}?tab=tools&tool=${encodeURIComponent(name)}`;
}

export function takeBackAddress({ gateway, viewer }: PageContext, takeBackId: string): string {
  return `${gateway.settings.consoleUrl}/app/${viewer.orgId}/activity/take-back/${takeBackId}`;
}

interface PageContext {
  gateway: { settings: Pick<Settings, 'consoleUrl'> };
  viewer: Pick<ToolContext['viewer'], 'orgId'>;
}

/** Organization of the pages in examples. */
export const examplePages: PageContext = {
  gateway: { settings: { consoleUrl: 'https://gatehouse.example' } },
  viewer: { orgId: 'org_01jd2x7q8me3k5w9t4v6b8n0r2' },
};

/** Address of a page in examples. */
export function examplePageAddress(id: string): string {
  return pageAddress(examplePages, id);
}
