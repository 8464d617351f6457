import type { ToolContext } from './context.ts';
import { type Kind, kindOf } from './no-such-item.ts';

/** Where pages of the console are, by what they show. */
const pages: Record<Kind, string> = {
  doc: 'documents/item/',
  file: 'documents/item/',
  skill: 'documents/item/',
  folder: 'documents/folder/',
  task: 'tasks?task=',
  conn: 'services/',
};

/** The page that shows people what an identifier names: it asks them to sign in, and shows nothing that they may not see. // D9 */
export function pageAddress({ settings, viewer }: PageContext, id: string): string {
  const kind = kindOf(id);
  if (kind === undefined) throw new Error(`no page shows ${id}`);
  return `${settings.consoleUrl}/app/${viewer.orgId}/${pages[kind]}${id}`;
}

interface PageContext {
  settings: Pick<ToolContext['settings'], 'consoleUrl'>;
  viewer: Pick<ToolContext['viewer'], 'orgId'>;
}

/** The same in examples. */
export function examplePageAddress(id: string): string {
  return pageAddress({ settings: { consoleUrl: 'https://gatehouse.example' }, viewer: { orgId: 'org_01jd2x7q8me3k5w9t4v6b8n0r2' } }, id);
}
