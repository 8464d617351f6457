import { madeBy } from '../../kernel/context/made-by.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { audienceOf } from './audience.ts';
import { findOwnTopFolder } from './find-folder.ts';
import { refuseHidingFolder } from './refuse-hiding.ts';
import { sharerOf } from './sharer-of.ts';
import { requireOne, sharingExample, sharingInput, sharingOf, sharingOutput } from './sharing.ts';

export const unshareFolder = defineTool({
  name: 'unshare_folder',
  title: 'Stop sharing folder',
  description: 'Stop sharing a folder with a person, a group or the whole organization. They lose access to its contents at once.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: sharingInput,
  output: sharingOutput,
  example: sharingExample,
  *run(context, { folderId, ...from }) {
    const { store, viewer } = context;
    yield* store.folders.lock(viewer.orgId, folderId);
    const folder = yield* findOwnTopFolder(context, folderId);
    requireOne(from);
    if (from.organization) {
      const after = yield* audienceOf(context, { ...folder, visibility: 'private' });
      yield* refuseHidingFolder(context, folder, after);
      yield* store.folders.shareWithAll(folder.orgId, folder.id, null, madeBy(context));
    } else {
      const sharer = yield* sharerOf(context, from);
      yield* refuseHidingFolder(context, folder, yield* audienceOf(context, folder, sharer));
      yield* store.folders.unshare(folder.orgId, folder.id, sharer, madeBy(context));
    }
    return yield* sharingOf(context, folder.id);
  },
});
