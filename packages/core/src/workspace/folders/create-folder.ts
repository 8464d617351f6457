import { maxFolderName } from '@gatehouse/domain';
import { z } from 'zod';
import { madeBy } from '../../kernel/context/made-by.ts';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { name } from '../../kernel/schema/schema.ts';
import { refuseReadOnly } from '../items/read-only-places.ts';
import { refuseTakenFolderName } from './folder-names.ts';

export const createFolder = defineTool({
  name: 'create_folder',
  title: 'Create folder',
  description: 'Create a folder. It is private to the person behind this key (and owners and admins) until that person shares it.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ name: name(maxFolderName, 'folder name') }),
  output: z.object({ id: z.string(), name: z.string(), url: z.string() }),
  example: {
    input: { name: 'Releases' },
    output: { id: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2', name: 'Releases', url: examplePageAddress('folder_01jd2x7q8me3k5w9t4v6b8n0r2') },
  },
  *run(context, { name }) {
    const { store, viewer, now, notes } = context;
    yield* refuseReadOnly(context, null);
    yield* refuseTakenFolderName(context, name);
    const id = newId('folder', now);
    const folder = { orgId: viewer.orgId, id, name, ownerId: viewer.personId, visibility: 'private', createdAt: now } as const;
    yield* store.folders.create(folder, madeBy(context));
    notes.itemType = 'folder';
    notes.itemId = id;
    return { id, name, url: pageAddress(context, id) };
  },
});
