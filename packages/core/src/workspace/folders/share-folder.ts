import { accessLevels } from '@gatehouse/domain';
import { z } from 'zod';
import { madeBy } from '../../kernel/context/made-by.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { findOwnTopFolder } from './find-folder.ts';
import { sharerOf } from './sharer-of.ts';
import { requireOne, sharingExample, sharingInput, sharingOf, sharingOutput } from './sharing.ts';

export const shareFolder = defineTool({
  name: 'share_folder',
  title: 'Share folder',
  description:
    'Share a folder with a person, a group or the whole organization, to read or to write. Sharing it with them again changes their access.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: sharingInput.extend({
    access: z.enum(accessLevels).default('write').describe('read: view its contents; write: also change them'),
  }),
  output: sharingOutput,
  example: sharingExample,
  *run(context, { folderId, access, ...to }) {
    const folder = yield* findOwnTopFolder(context, folderId);
    requireOne(to);
    if (to.organization) yield* context.store.folders.shareWithAll(folder.orgId, folder.id, access, madeBy(context));
    else {
      // A person who is removed in the meantime must not get the share back when they return, and a deleted group gets none.
      yield* context.store.people.hold(folder.orgId);
      yield* context.store.folders.share(folder.orgId, folder.id, { sharedWith: yield* sharerOf(context, to), access }, madeBy(context));
    }
    return yield* sharingOf(context, folder.id);
  },
});
