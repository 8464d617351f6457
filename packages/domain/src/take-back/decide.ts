import { decideFolder, type FolderEntry } from './decide-folder.ts';
import { decideItem, type ItemEntry } from './decide-item.ts';
import { decideTask, type TaskEntry } from './decide-task.ts';
import { concluded, type Decision } from './decision.ts';
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
  if (entry.isLeftOut || !entry.hasHistory) {
    const isThere = entry.kind === 'item' && !entry.isDeleted;
    const target = { folderId: isThere ? entry.folderId : null, name: isThere && entry.type !== 'doc' ? entry.name : undefined };
    return concluded({ reasons: [entry.isLeftOut ? 'left_out' : 'no_history'], values: {}, ...(isThere && { target }) });
  }
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
