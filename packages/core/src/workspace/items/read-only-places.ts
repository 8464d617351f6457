import { idsOfPath, writableFolders } from '@gatehouse/domain';
import type { Folder, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type GatewayError, refusal } from '../../kernel/errors/errors.ts';

/** People that a refusal names. */
const maxNamed = 5;

/** True if the caller can change items in this folder, or outside of folders (null). Same as `changeableItem`, but for a place. // D25.5 */
export function* isChangeablePlace({ store, viewer }: ToolContext, folderId: string | null): Op<boolean> {
  if (folderId === null) return !writableFolders(viewer.limits);
  return (yield* store.visibilityChecks.changeableFolders(viewer, [folderId])).length > 0;
}

/** Refuses to change items in a place that the caller can only read. */
export function* refuseReadOnly(context: ToolContext, folderId: string | null): Op<void> {
  if (!(yield* isChangeablePlace(context, folderId))) throw yield* readOnlyPlace(context, folderId);
}

/** Refuses a new top folder to a key that is limited to folders. // D49.5 */
export function* refuseTopFolder(context: ToolContext): Op<void> {
  if (writableFolders(context.viewer.limits)) throw yield* limited(context, 'creates folders only in folders', 'parentId');
}

/** True if the limits of the key, not the sharing of the folder, prevent changes in a place. */
export function* isReadOnlyByLimits({ store, viewer }: Pick<ToolContext, 'store' | 'viewer'>, folderId: string | null): Op<boolean> {
  const writable = writableFolders(viewer.limits);
  if (writable === undefined || folderId === null) return writable !== undefined;
  const [folder] = yield* store.many.folders(viewer, [folderId]);
  return !folder || !idsOfPath(folder).some((id) => writable.includes(id));
}

/** Explains why a place is read-only, and who can change items there. */
export function* readOnlyPlace(context: ToolContext, folderId: string | null): Op<GatewayError> {
  if (folderId === null || (yield* isReadOnlyByLimits(context, folderId)))
    return yield* limited(context, folderId === null ? 'cannot change items outside folders' : 'can only read in this folder');
  const folder = yield* context.store.folders.visible(context.viewer, folderId);
  const name = folder ? `${JSON.stringify(folder.name)} (${folderId})` : folderId;
  const who = folder ? yield* writersOf(context, folder) : [];
  return refusal(
    'protected_item',
    `the folder ${name} is shared with you for reading; ${[...who, 'owners', 'admins'].join(', ')} can change its contents: ask one of them, or ask for write access`,
  );
}

/** Returns the email addresses of the owner and of people with write access, by a share of their own or of a group. */
function* writersOf({ store, now }: ToolContext, folder: Folder): Op<string[]> {
  const { orgId, id, ownerId } = yield* store.folders.root(folder);
  const shares = yield* store.folders.sharers(orgId, id, { at: now });
  const writers = shares.filter(({ access }) => access === 'write').map(({ sharedWith }) => sharedWith);
  const emails: string[] = [];
  for (const personId of [ownerId, ...writers].slice(0, maxNamed)) {
    const person = yield* store.people.find(orgId, personId);
    if (person) emails.push(person.email);
  }
  return emails;
}

/** Folder of a new item without a given folder: a key that is limited to folders has no place outside of them. // D49.5 */
export function* onlyWritableFolder(context: ToolContext): Op<string | undefined> {
  const writable = writableFolders(context.viewer.limits);
  if (!writable || writable.length === 1) return writable?.[0];
  throw yield* limited(context, 'cannot create items outside folders');
}

function* limited({ store, viewer }: ToolContext, what: string, argument = 'folderId'): Op<GatewayError> {
  const writable = yield* store.visibilityChecks.changeableFolders(viewer, writableFolders(viewer.limits) ?? []);
  const folders: Folder[] = [];
  for (const id of writable) {
    const folder = yield* store.folders.visible(viewer, id);
    if (folder) folders.push(folder);
  }
  if (folders.length === 0) return refusal('protected_item', `this key ${what}, and its limits give it no write access`);
  const names = folders.map(({ id, name }) => `${id} (${JSON.stringify(name)})`).join(', ');
  return refusal('protected_item', `this key ${what}; give one of its writable folders as "${argument}": ${names}`);
}
