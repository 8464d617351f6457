import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { findItem } from '../items/find-item.ts';

/** Address of a skill over MCP: `skill://<folderId or "workspace">/<name>`. // D72 */
const form = /^skill:\/\/([A-Za-z0-9_-]{1,100})\/([a-z0-9-]{1,64})$/;
const outsideFolders = 'workspace';

export function skillAddress({ folderId, name }: Pick<VisibleItem, 'folderId' | 'name'>): string {
  return `skill://${folderId ?? outsideFolders}/${name}`;
}

/** A skill by its identifier or by its address. */
export function* findSkill(context: ToolContext, given: string): Op<VisibleItem> {
  const [, folder, name] = form.exec(given) ?? [];
  if (folder === undefined || name === undefined) return yield* findItem(context, 'skill', given);
  const { store, viewer } = context;
  const id = yield* store.items.namedNow(viewer.orgId, folder === outsideFolders ? null : folder, name);
  if (id === undefined) throw noSuchItem();
  return yield* findItem(context, 'skill', id);
}
