import { personByEmail } from '../people/find-person.ts';
import { defineTool } from '../tool.ts';
import { findOwnFolder } from './find-folder.ts';
import { requireOne, sharingExample, sharingInput, sharingOf, sharingOutput } from './sharing.ts';

export const unshareFolder = defineTool({
  name: 'unshare_folder',
  title: 'Stop sharing folder',
  description: 'Take a folder back from a person, or from the whole organization. What they could see disappears for them at once.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: sharingInput,
  output: sharingOutput,
  example: sharingExample,
  *run(context, { folderId, email, organization }) {
    const folder = yield* findOwnFolder(context, folderId, 'share');
    requireOne(email, organization);
    if (organization) yield* context.store.folders.setVisibility(folder.orgId, folder.id, 'private');
    else if (email !== undefined) {
      const person = yield* personByEmail(context, email);
      yield* context.store.folders.unshare(folder.orgId, folder.id, person.id);
    }
    return yield* sharingOf(context, folder.id);
  },
});
