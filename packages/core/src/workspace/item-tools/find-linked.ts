import { itemTypes, linkPath } from '@gatehouse/domain';
import type { Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findItem } from '../items/find-item.ts';
import { folderPaths } from '../items/folder-paths.ts';
import { folderFields, folderShape } from '../items/item-fields.ts';

const maxPath = 4096;
const maxMatches = 20;
/** Maximum items to read for each spelling. // D92 */
const maxOfName = 50;

export const findLinked = defineTool({
  name: 'find_linked',
  title: 'Find linked items',
  description:
    'Find the items that the path of a link can mean: the one that was imported from that path, otherwise those with that name in such a folder, nearest first. Tries paths with and without .md, in composed and decomposed letters.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    itemId: identifier('the item that has the link'),
    path: z.string().min(1).max(maxPath).describe('relative to the item, or from the root, as in ../plans/launch.md'),
  }),
  output: z.object({
    matches: z.array(
      z.object({
        itemId: z.string(),
        type: z.enum(itemTypes),
        name: z.string(),
        mimeType: z.string(),
        sizeBytes: z.int(),
        ...folderShape,
      }),
    ),
  }),
  example: {
    input: { itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', path: 'Launch plan' },
    output: {
      matches: [
        {
          itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r3',
          type: 'doc',
          name: 'Launch plan',
          mimeType: 'text/markdown',
          sizeBytes: 1200,
          folderId: null,
        },
      ],
    },
  },
  *run(context, { itemId, path }) {
    const item = yield* findItem(context, 'any', itemId);
    const imported = yield* importedFrom(context, item, path);
    const found = imported ? [imported] : yield* namedSo(context, item, path);
    return {
      matches: found.slice(0, maxMatches).map(({ id, type, name, mimeType, sizeBytes, ...place }) => ({
        itemId: id,
        type,
        name,
        mimeType,
        sizeBytes,
        ...folderFields(place),
      })),
    };
  },
});

/** Finds the item that was imported from the linked path, which is relative to this item's file or to the root of the import. */
function* importedFrom({ store, viewer }: ToolContext, { id }: VisibleItem, path: string): Op<VisibleItem | undefined> {
  const own = yield* store.importPaths.pathOf(viewer.orgId, id);
  if (own === undefined) return undefined;
  const [root, ...parts] = own.split('/');
  const linked = [linkPath(path, parts.slice(0, -1)), linkPath(path)].map((one) => one.join('/')).filter(Boolean);
  const paths = [...spellingsOf(linked)].map((one) => `${root}/${one}`);
  const rows = yield* store.importPaths.itemsAt(viewer.orgId, paths);
  const items = new Map(rows.map((row) => [row.path, row.itemId]));
  for (const one of paths) {
    const itemId = items.get(one);
    const item = itemId === undefined ? undefined : yield* store.items.visible(viewer, 'any', itemId);
    if (item) return item;
  }
  return undefined;
}

/**
 * Finds items that are named like the whole path, as written or relative to this item's name, and items that are named like its last part,
 * in folders named like the others.
 */
function* namedSo(context: ToolContext, { name, folderId }: VisibleItem, path: string): Op<VisibleItem[]> {
  const { store, viewer } = context;
  const found = new Map<string, VisibleItem>();
  const written = linkPath(path);
  const wholes = [linkPath(path, name.split('/').slice(0, -1)), written].map((parts) => parts.join('/'));
  for (const whole of spellingsOf(wholes))
    for (const item of yield* store.items.linked(viewer, folderId, whole, maxOfName)) found.set(item.id, found.get(item.id) ?? item);
  const folders = written.slice(0, -1);
  const inside: VisibleItem[] = [];
  if (folders.length > 0)
    for (const last of spellingsOf(written.slice(-1))) inside.push(...(yield* store.items.linked(viewer, folderId, last, maxOfName)));
  const paths = yield* folderPaths(context, [...inside, { folderId }]);
  const pathTo = (id: string | null) => (id === null ? [] : (paths.get(id) ?? []).map(composed));
  for (const item of inside) if (endsWith(pathTo(item.folderId), folders.map(composed))) found.set(item.id, found.get(item.id) ?? item);
  const nearest = linkPath(path, pathTo(folderId)).slice(0, -1).map(composed).join('/');
  const isNearest = (item: VisibleItem) =>
    folders.length === 0 ? item.folderId === folderId : pathTo(item.folderId).join('/') === nearest;
  // Sort is stable: items that are equally near keep the order of spellings.
  return [...found.values()].sort((one, other) => Number(isNearest(other)) - Number(isNearest(one)));
}

const composed = (text: string) => text.normalize('NFC');

const endsWith = (parts: readonly string[], end: readonly string[]) =>
  end.every((part, at) => parts[parts.length - end.length + at] === part);

/** Returns each name with and without `.md`, in composed and decomposed letters. */
function spellingsOf(names: readonly string[]): Set<string> {
  const spellings = names.flatMap((name) => [name, name.endsWith('.md') ? name.slice(0, -'.md'.length) : `${name}.md`]);
  return new Set(spellings.filter(Boolean).flatMap((name) => [name.normalize('NFC'), name.normalize('NFD')]));
}
