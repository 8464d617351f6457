import type { Folder } from '@gatehouse/storage';
import { personByEmail } from '../../identity/people/find-person.ts';
import { madeBy } from '../../kernel/context/made-by.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { type Audience, audienceOf } from './audience.ts';
import { findOwnTopFolder } from './find-folder.ts';
import { refuseHidingFolder } from './refuse-hiding.ts';
import { requireOne, sharingExample, sharingInput, sharingOf, sharingOutput } from './sharing.ts';

export const unshareFolder = defineTool({
  name: 'unshare_folder',
  title: 'Stop sharing folder',
  description: 'Stop sharing a folder with a person or with the whole organization. They lose access to its contents at once.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: sharingInput,
  output: sharingOutput,
  example: sharingExample,
  *run(context, { folderId, email, organization }) {
    const { store, viewer } = context;
    yield* store.folders.lock(viewer.orgId, folderId);
    const folder = yield* findOwnTopFolder(context, folderId);
    requireOne(email, organization);
    if (organization) {
      const after = yield* audienceOf(context, { ...folder, visibility: 'private' });
      yield* refuseHidingFolder(context, folder, after);
      yield* store.folders.shareWithAll(folder.orgId, folder.id, null, madeBy(context));
    } else if (email !== undefined) {
      const person = yield* personByEmail(context, email);
      yield* refuseHidingFolder(context, folder, without(yield* audienceOf(context, folder), folder, person.id));
      yield* store.folders.unshare(folder.orgId, folder.id, person.id, madeBy(context));
    }
    return yield* sharingOf(context, folder.id);
  },
});

/** The owner sees a folder whether or not it is shared. */
function without(audience: Audience, { ownerId }: Folder, personId: string): Audience {
  return audience === 'everybody' ? audience : new Set([...audience].filter((id) => id !== personId || id === ownerId));
}
