import type { AccessLevel } from '@gatehouse/domain';
import { type Decision, shareField } from '@gatehouse/domain/take-back';
import type { Folder, Op, TakeBack } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { madeBy } from '../../../kernel/context/made-by.ts';
import { GatewayError } from '../../../kernel/errors/errors.ts';
import { bringFoldersBack } from '../../folders/bring-folders-back.ts';
import { renameFolder } from '../../folders/rename-folder.ts';
import { shareFolder } from '../../folders/share-folder.ts';
import { unshareFolder } from '../../folders/unshare-folder.ts';
import { freeName } from './free-name.ts';
import { attemptEach, type FieldsSet, type Step } from './steps.ts';

/** Carries out the decision about a folder. Sets each field with the operation that a person would use; refused fields stay (D66.3). */
export function* writeFolder(context: ToolContext, takeBack: TakeBack, folder: Folder, { values, isNameTaken }: Decision): Op<FieldsSet> {
  const { isDeleted } = values;
  const wanted = (values.name as string | undefined) ?? (isDeleted === false ? folder.name : undefined);
  const { orgId, id } = folder;
  const steps: Step[] = [];
  // Restore a deleted folder before any other change.
  if (isDeleted === false) steps.push({ fields: ['isDeleted'], set: (now) => bringFoldersBack(now, folder) });
  // A deleted folder does not hold a name.
  const isFree = isDeleted === true || wanted === undefined;
  const name = isFree
    ? wanted
    : yield* freeName(context, takeBack, { id, type: 'folder', folderId: folder.parentId, wanted, isTaken: isNameTaken });
  const fields = 'name' in values ? ['name'] : [];
  if (name !== undefined && (name !== folder.name || fields.length > 0)) {
    steps.push({ fields, set: (now) => (isFree ? renameAnyway(now, folder, name) : renameFolder.run(now, { folderId: id, name })) });
  }
  for (const [field, level] of Object.entries(values)) {
    if (field.startsWith(shareField))
      steps.push({ fields: [field], set: (now) => share(now, folder, field.slice(shareField.length), level as AccessLevel | null) });
  }
  if (isDeleted === true) steps.push({ fields: ['isDeleted'], set: (now) => now.store.folders.markDeleted(orgId, id, madeBy(now)) });
  const done = yield* attemptEach(context, steps);
  return { ...done, ...(name !== wanted && !isNameTaken && { wantedName: wanted }) };
}

function* renameAnyway(context: ToolContext, folder: Folder, name: string): Op<void> {
  yield* context.store.folders.lockToRename(folder.orgId, folder.id);
  yield* context.store.folders.rename(folder, name, madeBy(context));
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
