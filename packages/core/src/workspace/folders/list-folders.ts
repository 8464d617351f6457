import { z } from 'zod';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { named } from '../../kernel/schema/named.ts';
import { cursor, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { seenParent } from '../items/seen-path.ts';

const list = 'folders';
const namePosition = z.tuple([z.string(), z.string()]);

export const listFolders = defineTool({
  name: 'list_folders',
  title: 'List folders',
  description: 'List the folders this key can see, by name.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ limit: pageLimit(50, 200, 'folders'), cursor: cursor() }),
  output: z.object({
    folders: z.array(
      named(
        'Folder',
        'A folder.',
        z.object({
          id: z.string(),
          name: z.string(),
          parentId: z.string().nullable(),
          visibility: z.enum(['private', 'shared', 'organization']),
          itemCount: z.int(),
          isOwner: z.boolean(),
          canWrite: z.boolean(),
          url: z.string(),
        }),
      ),
    ),
    nextCursor,
  }),
  example: {
    input: {},
    output: {
      folders: [
        {
          id: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2',
          name: 'Releases',
          parentId: null,
          visibility: 'private',
          itemCount: 3,
          isOwner: true,
          canWrite: true,
          url: examplePageAddress('folder_01jd2x7q8me3k5w9t4v6b8n0r2'),
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { limit, cursor }) {
    const { store, viewer } = context;
    const [name, id] = cursor === undefined ? [] : decodeCursor(list, namePosition, cursor);
    const after = name === undefined || id === undefined ? undefined : { name, id };
    const page = pageOf(list, yield* store.folders.list(viewer, limit + 1, after), limit, (folder) => [folder.name, folder.id]);
    return {
      folders: page.rows.map(({ id, name, visibility, shareCount, itemCount, ownerId, isChangeable, ...place }) => ({
        id,
        name,
        parentId: seenParent(viewer, place),
        visibility: visibility === 'private' && shareCount > 0 ? ('shared' as const) : visibility,
        itemCount,
        isOwner: ownerId === viewer.personId,
        canWrite: isChangeable,
        url: pageAddress(context, id),
      })),
      nextCursor: page.nextCursor,
    };
  },
});
