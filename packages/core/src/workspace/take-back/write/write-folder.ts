import { type AccessLevel, isGroup } from '@gatehouse/domain';
import { type Decision, shareField } from '@gatehouse/domain/take-back';
import type { Folder, Op, TakeBack } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { madeBy } from '../../../kernel/context/made-by.ts';
import { GatewayError } from '../../../kernel/errors/errors.ts';
import { organizationAccessOf } from '../../folders/audience.ts';
import { findOwnFolder } from '../../folders/find-folder.ts';
import { placeFolder } from '../../folders/place-folder.ts';
import { renameFolder } from '../../folders/rename-folder.ts';
import { shareFolder } from '../../folders/share-folder.ts';
import { unshareFolder } from '../../folders/unshare-folder.ts';
import { lockWithTops } from '../../items/lock-with-tops.ts';
import { bringFoldersBack } from '../../trash/bring-folders-back.ts';
import { freeName } from './free-name.ts';
import { attemptEach, type FieldsSet, type Step } from './steps.ts';

/** Carries out the decision about a folder. Sets each field with the operation that a person would use; refused fields stay (D66.3). */
export function* writeFolder(context: ToolContext, takeBack: TakeBack, folder: Folder, { values, isNameTaken }: Decision): Op<FieldsSet> {
  const { isDeleted } = values;
  const wanted = (values.name as string | undefined) ?? (isDeleted === false || 'parentId' in values ? folder.name : undefined);
  const { orgId, id } = folder;
  const steps: Step[] = [];
  // Restore a deleted folder before any other change.
  if (isDeleted === false) steps.push({ fields: ['isDeleted'], set: (now) => bringFoldersBack(now, id) });
  // A deleted folder does not hold a name.
  const isFree = isDeleted === true || wanted === undefined;
  const name = isFree
    ? wanted
    : yield* freeName(context, takeBack, { id, type: 'folder', folderId: placeOf(folder, values), wanted, isTaken: isNameTaken });
  const fields = 'name' in values ? ['name'] : [];
  if ('parentId' in values) {
    const all = Object.keys(values).filter((field) => field !== 'isDeleted');
    steps.push({ fields: all, set: (now) => moveBack(now, folder, values, name ?? folder.name) });
  } else if (name !== undefined && (name !== folder.name || fields.length > 0)) {
    steps.push({ fields, set: (now) => (isFree ? renameAnyway(now, folder, name) : renameFolder.run(now, { folderId: id, name })) });
  }
  for (const [field, level] of Object.entries(values)) {
    if (field.startsWith(shareField) && !('parentId' in values))
      steps.push({ fields: [field], set: (now) => share(now, folder, field.slice(shareField.length), level as AccessLevel | null) });
  }
  if (isDeleted === true) steps.push({ fields: ['isDeleted'], set: (now) => now.store.folders.markDeleted(orgId, id, madeBy(now)) });
  const done = yield* attemptEach(context, steps);
  return { ...done, ...(name !== wanted && !isNameTaken && { wantedName: wanted }) };
}

function placeOf({ parentId }: Folder, values: Decision['values']): string | null {
  return 'parentId' in values ? (values.parentId as string | null) : parentId;
}

/** Moves a folder back, with its name, and at the top with the owner and the shares that it had there (D73.2). */
function* moveBack(context: ToolContext, { orgId, id }: Folder, values: Decision['values'], name: string): Op<void> {
  const parentId = values.parentId as string | null;
  yield* lockWithTops(context, parentId === null ? [id] : [id, parentId]);
  const folder = yield* findOwnFolder(context, id, 'move');
  const shares = new Map((yield* context.store.folders.shares(orgId, id)).map((share) => [share.sharedWith, share.access]));
  let organizationAccess = organizationAccessOf(folder);
  for (const [field, level] of Object.entries(values)) {
    if (!field.startsWith(shareField)) continue;
    const whom = field.slice(shareField.length);
    const access = level as AccessLevel | null;
    if (whom === 'organization') organizationAccess = access;
    else if (access === null) shares.delete(whom);
    else shares.set(whom, access);
  }
  const ownerId = (values.ownerId as string | undefined) ?? folder.ownerId;
  const asksReview = (values.asksReview as boolean | undefined) ?? folder.asksReview;
  const present = [...shares].map(([sharedWith, access]) => ({ sharedWith, access }));
  yield* placeFolder(context, folder, { parentId, name, ownerId, organizationAccess, shares: present, asksReview });
}

function* renameAnyway(context: ToolContext, folder: Folder, name: string): Op<void> {
  yield* context.store.folders.lockToRename(folder.orgId, folder.id);
  yield* context.store.folders.rename(folder, name, madeBy(context));
}

function* share(context: ToolContext, { id: folderId }: Folder, whom: string, access: AccessLevel | null): Op<void> {
  const to = yield* shareOf(context, whom);
  if (to) {
    if (access === null) yield* unshareFolder.run(context, { folderId, ...to });
    else yield* shareFolder.run(context, { folderId, ...to, access });
  }
  // A person who has left the organization, or a deleted group, has no access, and a folder cannot be shared with them.
  else if (access !== null)
    throw new GatewayError('forbidden', 'the person or group with whom this folder was shared is no longer in the organization');
}

/** Arguments that name the grantee of a share. Undefined if they are no longer in the organization. */
function* shareOf({ store, viewer: { orgId } }: ToolContext, whom: string) {
  if (whom === 'organization') return { organization: true as const };
  if (isGroup(whom)) return (yield* store.groups.find(orgId, whom)) && { groupId: whom };
  const person = yield* store.people.find(orgId, whom);
  return person && { email: person.email };
}
