import type { Folder } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { findFolder } from '../items/find-item.ts';
import { lockWithTops } from '../items/lock-with-tops.ts';
import { audienceOf, isSameAudience, seenBy, seenByShape } from './audience.ts';
import { findOwnFolder } from './find-folder.ts';
import { type FolderPlace, placeFolder } from './place-folder.ts';

export const moveFolder = defineTool({
  name: 'move_folder',
  title: 'Move folder',
  description:
    'Move a folder and everything in it into another folder, or to the top. Inside another folder, it is seen by everyone who sees that folder; a former top folder loses its own sharing and review. At the top, it is yours and private.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    folderId: identifier('from list_folders'),
    parentId: identifier('new parent folder').optional(),
    toTop: z.literal(true).optional().describe('move it to the top'),
  }),
  output: okOnly.extend({ seenBy: seenByShape.optional().describe('people who see it now, if they changed') }),
  example: {
    input: { folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2', parentId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r3' },
    output: { ok: true, seenBy: { visibility: 'shared', people: ['ada@example.com', 'bob@example.com'], peopleCount: 2 } },
  },
  *run(context, { folderId, parentId, toTop }) {
    if ((parentId === undefined) === (toTop === undefined)) throw refusal('invalid_argument', 'give either "parentId" or "toTop": true');
    yield* lockWithTops(context, parentId === undefined ? [folderId] : [folderId, parentId]);
    const folder = yield* findOwnFolder(context, folderId, 'move');
    if (folder.parentId === (parentId ?? null)) return done;
    const before = yield* audienceOf(context, folder);
    yield* placeFolder(context, folder, parentId === undefined ? ownPlace(context, folder) : placeIn(folder, parentId));
    const after = yield* audienceOf(context, yield* findFolder(context, folderId));
    return isSameAudience(before, after) ? done : { ...done, seenBy: yield* seenBy(context, after) };
  },
});

/** Place of a folder that is moved to the top: it belongs to its mover, and is private. */
function ownPlace({ viewer }: ToolContext, { name }: Folder): FolderPlace {
  return { parentId: null, name, ownerId: viewer.personId, organizationAccess: null, shares: [], asksReview: false };
}

function placeIn({ name, ownerId }: Folder, parentId: string): FolderPlace {
  return { parentId, name, ownerId, organizationAccess: null, shares: [], asksReview: false };
}
