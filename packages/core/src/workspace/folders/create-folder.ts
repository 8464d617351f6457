import { maxFolderName } from '@gatehouse/domain';
import { z } from 'zod';
import { madeBy } from '../../kernel/context/made-by.ts';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { identifier, name } from '../../kernel/schema/schema.ts';
import { findFolderToFill } from '../items/find-item.ts';
import { refuseTakenFolderName } from '../items/folder-names.ts';
import { refuseTopFolder } from '../items/read-only-places.ts';
import { audienceOf, seenBy, seenByShape } from './audience.ts';
import { refuseTooDeep } from './folder-depth.ts';

export const createFolder = defineTool({
  name: 'create_folder',
  title: 'Create folder',
  description:
    'Create a folder. It is private to the person behind this key (and owners and admins) until that person shares it; with parentId, it is as visible as that folder.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    name: name(maxFolderName, 'folder name'),
    parentId: identifier('parent folder').optional(),
  }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    parentId: z.string().nullable(),
    seenBy: seenByShape.optional().describe('people who see it'),
  }),
  example: {
    input: { name: 'Releases' },
    output: {
      id: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2',
      name: 'Releases',
      url: examplePageAddress('folder_01jd2x7q8me3k5w9t4v6b8n0r2'),
      parentId: null,
    },
  },
  *run(context, { name, parentId }) {
    const { store, viewer, now, call } = context;
    const parent = parentId === undefined ? null : yield* findFolderToFill(context, parentId);
    if (parent) refuseTooDeep(parent);
    else yield* refuseTopFolder(context);
    yield* refuseTakenFolderName(context, parent?.id ?? null, name);
    const id = newId('folder', now);
    const folder = { orgId: viewer.orgId, id, name, ownerId: viewer.personId, visibility: 'private', createdAt: now } as const;
    yield* store.folders.create(folder, madeBy(context), parent);
    call.notes.itemType = 'folder';
    call.notes.itemId = id;
    const answer = { id, name, url: pageAddress(context, id), parentId: parent?.id ?? null };
    return parent ? { ...answer, seenBy: yield* seenBy(context, yield* audienceOf(context, parent)) } : answer;
  },
});
