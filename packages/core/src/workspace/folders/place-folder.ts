import type { AccessLevel } from '@gatehouse/domain';
import { idsOfPath, isGroup } from '@gatehouse/domain';
import type { Folder, FolderShare, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { findFolderToFill } from '../items/find-item.ts';
import { refuseTakenFolderName } from '../items/folder-names.ts';
import { type Audience, audienceOf } from './audience.ts';
import { refuseTooDeep } from './folder-depth.ts';
import { refuseHidingTree } from './refuse-hiding.ts';

/** Future place of a folder, and its own sharing there. A folder in another folder has no sharing of its own. */
export interface FolderPlace {
  /** Null at the top. */
  parentId: string | null;
  name: string;
  ownerId: string;
  organizationAccess: AccessLevel | null;
  shares: readonly FolderShare[];
  /** True if changes of agents wait there for a review (D78). */
  asksReview: boolean;
}

/** Moves a folder that the caller has locked and may move. Refuses what D63 and D73.2 refuse. */
export function* placeFolder(context: ToolContext, folder: Folder, to: FolderPlace): Op<void> {
  const { store, viewer } = context;
  const parent = to.parentId === null ? null : yield* findFolderToFill(context, to.parentId);
  if (parent) {
    if (idsOfPath(parent).includes(folder.id))
      throw refusal('invalid_argument', 'a folder cannot be moved into itself, or into a folder that is in it');
    refuseTooDeep(parent, yield* store.folders.levelsOf(folder));
  }
  yield* refuseTakenFolderName(context, to.parentId, to.name, folder.id);
  if (parent?.rootId !== folder.rootId) yield* refuseHidingTree(context, folder, yield* viewersAt(context, parent, to));
  const { name, ownerId, organizationAccess } = to;
  const sharing = parent ? notShared : sharingOf(organizationAccess);
  const present = yield* store.folders.shares(viewer.orgId, folder.id);
  const own = parent ? { shares: [], asksReview: false } : { shares: to.shares, asksReview: to.asksReview };
  const place = { parent, name, ownerId, ...sharing, ...own };
  yield* store.folders.move(folder, present, place, madeBy(context));
}

function* viewersAt(context: ToolContext, parent: Folder | null, to: FolderPlace): Op<{ after: Audience; isOwn: boolean }> {
  const { store, viewer } = context;
  if (parent) {
    const top = yield* store.folders.root(parent);
    return { after: yield* audienceOf(context, top), isOwn: top.ownerId === viewer.personId };
  }
  const people = new Set([to.ownerId]);
  for (const { sharedWith } of to.shares) for (const id of yield* peopleOf(context, sharedWith)) people.add(id);
  return { after: to.organizationAccess === null ? people : 'everybody', isOwn: to.ownerId === viewer.personId };
}

const notShared = { visibility: 'private', organizationAccess: 'write' } as const;

/** The person of a share, or the people who are in its group now. */
function* peopleOf({ store, viewer, now }: ToolContext, sharedWith: string): Op<string[]> {
  return isGroup(sharedWith) ? yield* store.groups.peopleOf(viewer.orgId, sharedWith, now) : [sharedWith];
}

function sharingOf(access: AccessLevel | null): Pick<Folder, 'visibility' | 'organizationAccess'> {
  return access === null ? notShared : { visibility: 'organization', organizationAccess: access };
}
