import { type AccessLevel, maxFolderName, mayActFor } from '@gatehouse/domain';
import type { FieldValues, Folder, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { deleteFolder } from '../folders/delete-folder.ts';
import { renameFolder } from '../folders/rename-folder.ts';
import { shareFolder } from '../folders/share-folder.ts';
import { unshareFolder } from '../folders/unshare-folder.ts';
import { withEnd } from './free-name.ts';
import { type FieldStep, type FieldsSet, type Named, setEach, shareOf } from './take-fields.ts';

const maxTries = 100;

/** Gives the fields of a folder their values, each with the operation that a person would use: what that refuses stays (D66). */
export function* setFolderFields(context: ToolContext, folder: Folder, values: FieldValues): Op<FieldsSet> {
  const { isDeleted, name } = values;
  const steps: FieldStep[] = [];
  const given: Named = {};
  // Nothing can be done to a deleted folder before it is there again.
  if (isDeleted === false) steps.push({ fields: ['isDeleted'], set: () => restore(context, folder) });
  if (typeof name === 'string') steps.push({ fields: ['name'], set: () => rename(context, folder, name, given) });
  for (const [field, level] of Object.entries(values)) {
    if (field.startsWith(shareOf))
      steps.push({ fields: [field], set: () => share(context, folder, field.slice(shareOf.length), level as AccessLevel | null) });
  }
  if (isDeleted === true) steps.push({ fields: ['isDeleted'], set: () => deleteFolder.run(context, { folderId: folder.id }) });
  return { ...(yield* setEach(context, steps)), ...given };
}

function* restore(context: ToolContext, { orgId, id, ownerId }: Folder): Op<void> {
  if (!mayActFor(context.caller, ownerId))
    throw new GatewayError('forbidden', 'only its owner, or an owner or admin, can restore this folder');
  yield* context.store.folders.bringBack(orgId, id, madeBy(context));
}

/** Out of a name that is taken by now comes a free one. If none is found, renaming is refused. */
function* rename(context: ToolContext, folder: Folder, wanted: string, given: Named): Op<void> {
  const name = (yield* freeFolderName(context, folder, wanted)) ?? wanted;
  if (name !== wanted) given.wantedName = wanted;
  yield* renameFolder.run(context, { folderId: folder.id, name });
}

function* freeFolderName(context: ToolContext, { id, name: present }: Folder, wanted: string): Op<string | undefined> {
  for (let number = 1; number <= maxTries; number++) {
    const name = number === 1 ? wanted : withEnd(wanted, ` (${number})`, maxFolderName);
    const holder = yield* context.store.folders.visibleByName(context.viewer, name, id);
    if (name === present || !holder) return name;
  }
  return undefined;
}

function* share(context: ToolContext, { orgId, id: folderId }: Folder, whom: string, access: AccessLevel | null): Op<void> {
  const person = whom === 'organization' ? undefined : yield* context.store.people.find(orgId, whom);
  const to = person ? { folderId, email: person.email } : { folderId, organization: true as const };
  if (person || whom === 'organization') {
    if (access === null) yield* unshareFolder.run(context, to);
    else yield* shareFolder.run(context, { ...to, access });
  }
  // A person who has left the organization has no access, and a folder cannot be shared with them.
  else if (access !== null) throw new GatewayError('forbidden', 'the person with whom this folder was shared has left the organization');
}
