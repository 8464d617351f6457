import { itemTypes } from '@gatehouse/domain';
import type { VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findItem } from '../items/find-item.ts';
import { folderFields, folderShape } from '../items/item-fields.ts';

const maxNames = 4;
const maxMatches = 20;
/** Items of one spelling that are looked at. // D92 */
const maxOfName = 50;

export const findLinked = defineTool({
  name: 'find_linked',
  title: 'Find linked items',
  description:
    'The items that a link in an item can mean by its name, nearest first: with or without .md, in composed or decomposed letters. Earlier names count before later ones.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    itemId: identifier('the item that has the link'),
    names: z.array(z.string().min(1).max(500)).min(1).max(maxNames).describe('spellings of the name, the best first'),
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
    input: { itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', names: ['Launch plan'] },
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
  *run(context, { itemId, names }) {
    const { store, viewer } = context;
    const { folderId } = yield* findItem(context, 'any', itemId);
    const found = new Map<string, VisibleItem>();
    for (const name of spellingsOf(names))
      for (const item of yield* store.items.linked(viewer, folderId, name, maxOfName)) if (!found.has(item.id)) found.set(item.id, item);
    // The sort is stable: in each place, earlier spellings stay first.
    const nearest = [...found.values()].sort((one, other) => Number(other.folderId === folderId) - Number(one.folderId === folderId));
    return {
      matches: nearest.slice(0, maxMatches).map((item) => ({
        itemId: item.id,
        type: item.type,
        name: item.name,
        mimeType: item.mimeType,
        sizeBytes: item.sizeBytes,
        ...folderFields(item),
      })),
    };
  },
});

/** Each name as it is, with `.md`, and without it, in composed and in decomposed letters. */
function spellingsOf(names: readonly string[]): Set<string> {
  const spellings = names.flatMap((name) => [name, name.endsWith('.md') ? name.slice(0, -'.md'.length) : `${name}.md`]);
  return new Set(spellings.filter(Boolean).flatMap((name) => [name.normalize('NFC'), name.normalize('NFD')]));
}
