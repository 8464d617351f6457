import { amongFolders, concluded, type Decision, type LeftReason } from './decision.ts';
import { hidesFromSomebody, type Seers, type Surroundings } from './surroundings.ts';
import {
  type Existence,
  existenceOf,
  type FieldsTakenBack,
  type HistoryRow,
  knownFields,
  noVersions,
  takeFieldsBack,
  whyFieldsStay,
} from './take-fields-back.ts';

/** A folder in a take-back. */
export interface FolderEntry {
  kind: 'folder';
  id: string;
  name: string;
  ownerId: string;
  /** Owner of the top folder, who can also rename and delete this folder. */
  topOwnerId: string;
  /** Identifier of the parent folder. Null for a top folder. */
  parentId: string | null;
  isDeleted: boolean;
  isOfEverybody: boolean;
  /** People and groups whom it is shared with. */
  sharedWith: readonly string[];
  rows: readonly HistoryRow[];
  /** Future content of the folder, and of the folders below it, when it is processed. */
  contents: FolderContents;
  /** True if the take-back that is now undone restored it. It is then deleted again, with everything that came into it. */
  wasBroughtBack: boolean;
}

export interface FolderContents {
  /** True if the folder directly contains no item or folder. */
  isEmpty: boolean;
  /** True if a folder in it needs a decision first. */
  hasUndecided: boolean;
  /** System documents, which stay visible to everyone. */
  hasSystem: boolean;
  /** True if it contains items of people other than the requester, including items in the trash. */
  hasOthers: boolean;
  /** True if former content is restored from the trash, which restores the folder. */
  comesBack: boolean;
}

/** Prefix of the fields for shares, one for each person and one for the organization. */
export const shareField = 'share:';

/**
 * Decides about a folder. A folder that the run created or restored is deleted if nothing stays in it and others have not changed it
 * (D66.6).
 */
export function decideFolder(folder: FolderEntry, around: Surroundings): Decision {
  const { rows, contents, isDeleted } = folder;
  const existence = existenceOfFolder(rows, isDeleted);
  const all = takeFieldsBack(rows);
  const taken = knownFields(all, (field) => field === 'name' || field === 'parentId' || field.startsWith(shareField));
  const isMine = isOf(folder, around);
  const comesAlong = isDeleted && contents.comesBack && !(existence.isDeleted === false && isMine);
  if (isDeleted && existence.isDeleted !== false && !comesAlong) return stayingDeleted(existence, taken);
  if (isDeleted && !comesAlong && !isMine) return concluded({ reasons: ['protected_item'], values: {} });
  const goes = existence.isDeleted === true && !isDeleted;
  const whyNot = goes ? whyItStays(folder, isMine) : undefined;
  if (goes && !whyNot && existence.isCreation) return concluded({ reasons: [], values: { isDeleted: true } });
  const wanted = { ...taken.values, ...takenWithMove(taken, all) };
  const chosen = isMine ? chosenValues(folder, wanted, around) : { values: {}, isRefused: Object.keys(taken.values).length > 0 };
  const isGoing = goes && !whyNot;
  const values = { ...(isDeleted && { isDeleted: false }), ...chosen.values, ...(isGoing && { isDeleted: true }) };
  // Only a move changes the owner of a single folder.
  const isRefused = chosen.isRefused || ('ownerId' in all.values && !('ownerId' in chosen.values));
  const reasons = [existence.reason, whyNot, isRefused ? ('protected_item' as const) : undefined].filter((reason) => reason !== undefined);
  const decision = concluded({ reasons: [...whyFieldsStay(taken), ...reasons], values, ...(comesAlong && { comesAlong }) });
  return isGoing ? decision : { ...decision, ...nameOf(folder, values) };
}

/** Fields that only a move changes together with the place: the owner, and the review of a top folder (D73.2, D78.3). */
function takenWithMove(taken: FieldsTakenBack, { values }: FieldsTakenBack): Record<string, unknown> {
  const isMoved = 'parentId' in taken.values && 'asksReview' in values;
  return { ...(isMoved && { asksReview: values.asksReview }), ...('ownerId' in values && { ownerId: values.ownerId }) };
}

/** True if a deleted folder must exist again, because the run deleted it last. */
export function isRestored(rows: readonly HistoryRow[]): boolean {
  return existenceOfFolder(rows, true).isDeleted === false;
}

function existenceOfFolder(rows: readonly HistoryRow[], isDeleted: boolean): Existence {
  const isOwnCreation = rows[0]?.what === 'created' && rows[0].isOfRun;
  return existenceOf({ rows, versions: noVersions, isDeleted, isOwnCreation });
}

/** True if the requester may change the folder. In a folder that the requester can only read, everything stays (D25.5). */
function isOf({ id, ownerId, topOwnerId, parentId }: FolderEntry, { requester, changeable }: Surroundings): boolean {
  if (parentId !== null && !changeable.has(id)) return false;
  return requester.actsForAll || requester.personId === ownerId || requester.personId === topOwnerId;
}

/** Reports changes that stay, because fields of a deleted folder cannot be set. */
function stayingDeleted({ isCreation, reason }: Existence, { values }: FieldsTakenBack): Decision {
  const isChanged = !isCreation && (reason !== undefined || Object.keys(values).length > 0);
  return concluded({ reasons: isChanged ? ['changed_since'] : [], values: {} });
}

function whyItStays({ contents, wasBroughtBack }: FolderEntry, isMine: boolean): LeftReason | undefined {
  if (!contents.isEmpty) return 'others_worked_on_it';
  return isMine || wasBroughtBack ? undefined : 'protected_item';
}

/** Returns the wanted name. A deleted folder does not hold a name. */
function nameOf({ name, parentId, rows, isDeleted }: FolderEntry, values: Record<string, unknown>): Pick<Decision, 'target' | 'lostAt'> {
  const wanted = 'name' in values ? (values.name as string) : name;
  const place = placeIn(values) ?? (values.parentId === null ? null : parentId);
  const takesName = (after: Readonly<Record<string, unknown>>) =>
    Object.hasOwn(after, 'name') || Object.hasOwn(after, 'parentId') || after.isDeleted === true;
  const lost = rows.find(({ isOfRun, after }) => isOfRun && after && takesName(after));
  const isElsewhere = wanted !== name || place !== parentId || isDeleted;
  return { target: { folderId: amongFolders(place), name: wanted }, ...(isElsewhere && { lostAt: lost?.at ?? 0 }) };
}

type Chosen = { values: Record<string, unknown>; isRefused: boolean };

/** Chooses the values that it gets. Only a top folder has shares of its own. A move to the top restores its owner and shares (D73.2). */
function chosenValues(folder: FolderEntry, { ownerId, ...wanted }: Record<string, unknown>, around: Surroundings): Chosen {
  const { requester, members } = around;
  if (!('parentId' in wanted)) return allowedValues(folder, folder.parentId === null ? wanted : withoutShares(wanted), around);
  const parentId = placeIn(wanted) ?? null;
  const given = typeof ownerId === 'string' ? ownerId : undefined;
  const owner = given === undefined || members.has(given) ? given : requester.personId;
  const present = Object.entries(wanted).filter(([field, level]) => level === null || isPresent(field, around));
  const values = parentId === null ? Object.fromEntries(present) : withoutShares(wanted);
  const isShareGone = parentId === null && present.length < Object.keys(wanted).length;
  if (mayPlace({ folder, parentId, values, ownerId: owner ?? folder.ownerId }, around))
    return { values: { ...values, ...(owner !== undefined && { ownerId: owner }) }, isRefused: isShareGone || owner !== given };
  const { parentId: _, ...others } = wanted;
  return { ...allowedValues(folder, folder.parentId === null ? others : withoutShares(others), around), isRefused: true };
}

function withoutShares(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !field.startsWith(shareField)));
}

/** Folder that it would be in. Undefined for the top, and if it stays. */
function placeIn({ parentId }: Record<string, unknown>): string | undefined {
  return typeof parentId === 'string' ? parentId : undefined;
}

interface NewPlace {
  folder: FolderEntry;
  /** Null at the top. */
  parentId: string | null;
  values: Record<string, unknown>;
  /** Owner that it has at the top. */
  ownerId: string;
}

/** True if the requester may move it: nothing in it may become visible to fewer people against D63. */
function mayPlace({ folder, parentId, values, ownerId }: NewPlace, around: Surroundings): boolean {
  const { places, changeable, requester, members } = around;
  const [here, place] = [places.get(folder.id), parentId === null ? undefined : places.get(parentId)];
  if (!here || (parentId !== null && !(place?.isThere && changeable.has(parentId)))) return false;
  if (place?.rootId === here.rootId) return true;
  const topOwner = place ? place.ownerId : ownerId;
  const after = place?.seers ?? seersAtTop(folder, values, { ownerId, groups: around.groups });
  if (folder.contents.hasSystem && after !== 'everybody') return false;
  if (requester.actsForAll || !folder.contents.hasOthers) return true;
  return topOwner !== requester.personId && !hidesFromSomebody(here.seers, after, members);
}

/** Viewers of a folder that is at the top and gets its shares again. */
function seersAtTop(
  { isOfEverybody, sharedWith }: FolderEntry,
  values: Record<string, unknown>,
  { ownerId, groups }: { ownerId: string; groups: Surroundings['groups'] },
): Seers {
  const shares: Shares = { isOfEverybody, sharers: new Set([ownerId, ...sharedWith]) };
  const after = Object.entries(values)
    .filter(([field]) => field.startsWith(shareField))
    .reduce((so, [field, level]) => sharesWith(so, field.slice(shareField.length), level !== null, ownerId), shares);
  return seersOf(after, groups);
}

/** Allows shares in the order in which they are set. Refuses a change that hides others' items from members (D63). */
function allowedValues(folder: FolderEntry, wanted: Record<string, unknown>, around: Surroundings) {
  const { requester, members, groups } = around;
  const { contents, ownerId } = folder;
  const isGuarded = contents.hasSystem || (contents.hasOthers && !requester.actsForAll);
  const values: Record<string, unknown> = {};
  let shares: Shares = { isOfEverybody: folder.isOfEverybody, sharers: new Set([ownerId, ...folder.sharedWith]) };
  let isRefused = false;
  for (const [field, level] of Object.entries(wanted)) {
    const next = field.startsWith(shareField) ? sharesWith(shares, field.slice(shareField.length), level !== null, ownerId) : shares;
    const isGone = level !== null && !isPresent(field, around);
    if (isGone || (isGuarded && hidesFromSomebody(seersOf(shares, groups), seersOf(next, groups), members))) {
      isRefused = true;
    } else {
      shares = next;
      values[field] = level;
    }
  }
  return { values, isRefused };
}

interface Shares {
  isOfEverybody: boolean;
  /** The owner, and people and groups. */
  sharers: ReadonlySet<string>;
}

function seersOf({ isOfEverybody, sharers }: Shares, groups: Surroundings['groups']): Seers {
  return isOfEverybody ? 'everybody' : new Set([...sharers].flatMap((id) => groups.get(id) ?? [id]));
}

/** Applies a share. The owner of a folder always sees it. */
function sharesWith({ isOfEverybody, sharers }: Shares, whom: string, isShared: boolean, ownerId: string): Shares {
  if (whom === 'organization') return { isOfEverybody: isShared, sharers };
  const others = [...sharers].filter((id) => id !== whom || id === ownerId);
  return { isOfEverybody, sharers: new Set(isShared ? [...others, whom] : others) };
}

/** False for people who have left and for deleted groups: nothing can be shared with them. */
function isPresent(field: string, { members, groups }: Surroundings): boolean {
  if (!field.startsWith(shareField)) return true;
  const whom = field.slice(shareField.length);
  return whom === 'organization' || members.has(whom) || groups.has(whom);
}
