import { decideFolder, type FolderEntry } from './decide-folder.ts';
import { decideItem, type ItemEntry, placeOf } from './decide-item.ts';
import { decideTask, type TaskEntry } from './decide-task.ts';
import { amongFolders, type Decision, type PlacedName, staying } from './decision.ts';
import type { Surroundings } from './surroundings.ts';

/** A subject of a take-back, with everything that its decision depends on. */
export type Entry = (ItemEntry | FolderEntry | TaskEntry) & {
  /** True if a person wants it to stay as it is. */
  isLeftOut: boolean;
  /** True if the history has the run's changes. */
  hasHistory: boolean;
};

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
