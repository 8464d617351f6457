import { decideFolder, type FolderEntry } from './decide-folder.ts';
import { decideItem, type ItemEntry, placeOf } from './decide-item.ts';
import { decideTask, type TaskEntry } from './decide-task.ts';
import { amongFolders, concluded, type Decision, type PlacedName, staying } from './decision.ts';
import type { Surroundings } from './surroundings.ts';
import type { HistoryRow } from './take-fields-back.ts';

/** Data of an entry of any kind. */
export interface EntryHistory {
  id: string;
  rows: readonly HistoryRow[];
  /** True if a person wants it to stay as it is. */
  isLeftOut: boolean;
  /** True if the history has the run's changes. */
  hasHistory: boolean;
}

/** A subject of a take-back, with everything that its decision depends on. */
export type Entry = (ItemEntry | FolderEntry | TaskEntry) & EntryHistory;

/** Decides each entry without regard to the names of other entries. `settleNames` decides about names. */
export function decide(entries: readonly Entry[], around: Surroundings): Map<string, Decision> {
  return new Map(entries.map((entry) => [entry.id, decideEntry(entry, around)]));
}

function decideEntry(entry: Entry, around: Surroundings): Decision {
  if (entry.isLeftOut || !entry.hasHistory) return staying(entry.isLeftOut ? 'left_out' : 'no_history', placeNow(entry));
  switch (entry.kind) {
    case 'item':
      return decideItem(entry, around);
    case 'folder':
      return decideFolder(entry, around);
    case 'task':
      return decideTask(entry, around);
    default:
      return entry satisfies never;
  }
}

/** Present place and name. Undefined in the trash, and for tasks. */
function placeNow(entry: Entry): PlacedName | undefined {
  if (entry.kind === 'task' || entry.isDeleted) return undefined;
  return entry.kind === 'folder'
    ? { folderId: amongFolders(entry.parentId), name: entry.name }
    : placeOf(entry, entry.folderId, entry.name);
}

/** An entry of the same take-back that will have a name. */
export interface Claim {
  id: string;
  /** Undefined if it has the name now and keeps it. */
  lostAt: number | undefined;
  /** True if it is done except for this name, which it gets last. */
  isPromised: boolean;
}

/** Present holders of names, and entries of the take-back that will have them. */
export interface Names {
  /** Returns the key of a name. */
  keyOf(decision: Decision): string | undefined;
  holders: ReadonlyMap<string, string>;
  /** Key of the future name of each open entry, or undefined for none. An item that is not listed keeps its name. */
  targets: ReadonlyMap<string, string | undefined>;
  claims: ReadonlyMap<string, readonly Claim[]>;
}

/**
 * Assigns names over all entries of a take-back. A name that another entry gives up is free. If several entries lost the same name, the
 * last one to hold it gets it (D66.3). The others get the name with a number.
 */
export function settleNames(decisions: ReadonlyMap<string, Decision>, names: Names): Map<string, Decision> {
  return new Map([...decisions].map(([id, decision]) => [id, settled(id, decision, names)]));
}

function settled(id: string, decision: Decision, { keyOf, holders, targets, claims }: Names): Decision {
  const key = decision.lostAt === undefined ? undefined : keyOf(decision);
  if (key === undefined) return decision;
  const holder = holders.get(key);
  const isGivenUp = holder === undefined || holder === id || (targets.has(holder) && targets.get(holder) !== key);
  const rivals = (claims.get(key) ?? []).filter((claim) => claim.id !== id && claim.lostAt !== undefined);
  const mine = { id, lostAt: decision.lostAt ?? 0 };
  const isFirst = rivals.every((rival) => !rival.isPromised && isBefore(rival, mine));
  if (isGivenUp && isFirst) return decision;
  return { ...concluded({ ...decision, reasons: [...decision.reasons, 'name_taken'] }), isNameTaken: true };
}

/** True if one entry lost the name before another. At the same time, the one created first counts as first. */
function isBefore(one: { id: string; lostAt: number | undefined }, other: { id: string; lostAt: number }): boolean {
  const [first, second] = [one.lostAt ?? 0, other.lostAt];
  return first === second ? idTime(one.id) < idTime(other.id) : first < second;
}

/** Creation time, which identifiers end with. */
const idTime = (id: string) => id.slice(id.indexOf('_') + 1);
