import type { LeftReason } from './decision.ts';
import type { FieldRow } from './take-fields-back.ts';

/** A row of the history of an item, a folder or a task. */
export interface HistoryRow extends FieldRow {
  number: number;
  /** Newest version of the item at that time. */
  version: number;
  what: string;
  at: number;
}

/** The versions of an item that a run made. */
export interface RunVersions {
  /** Undefined if it made none. */
  first: number | undefined;
  firstAt: number | undefined;
  /** Last version by others. 0 for none. */
  lastOfOthers: number;
}

export const noVersions: RunVersions = { first: undefined, firstAt: undefined, lastOfOthers: 0 };

interface Existing {
  rows: readonly HistoryRow[];
  versions: RunVersions;
  isDeleted: boolean;
  /** True if the run created it. */
  isOwnCreation: boolean;
}

/** Decides if a subject must be in the trash. */
export interface Existence {
  /** Undefined: it stays as it is. */
  isDeleted: boolean | undefined;
  reason?: LeftReason;
  /** True if it did not exist before the run and others have not worked on it. */
  isCreation: boolean;
}

/**
 * Treats existence as a field: if the run wrote it last, it returns to its value before those writes (D66.9). A subject that others have
 * worked on since stays in place.
 */
export function existenceOf({ rows, versions, isDeleted, isOwnCreation }: Existing): Existence {
  const moves = rows.filter(({ what }) => what === 'deleted' || what === 'restored');
  const lastOfOthers = moves.findLastIndex(({ isOfRun }) => !isOfRun);
  const [first] = moves.slice(lastOfOthers + 1);
  const isCreation = isOwnCreation && lastOfOthers === -1;
  const isOfRun = isOwnCreation || moves.some(({ isOfRun }) => isOfRun);
  const stays = (reason: LeftReason): Existence => ({ isDeleted: false, reason, isCreation: false });
  if (!isCreation && !first) {
    if (!isOfRun) return { isDeleted: undefined, isCreation: false };
    return { isDeleted: undefined, reason: isOwnCreation && !isDeleted ? 'others_worked_on_it' : 'changed_since', isCreation: false };
  }
  if (isCreation) {
    const isShared = versions.lastOfOthers > 0 || rows.some((row) => !row.isOfRun);
    return isShared ? stays('others_worked_on_it') : { isDeleted: true, isCreation: true };
  }
  if (!first || first.what === 'deleted') return { isDeleted: false, isCreation: false };
  const isChanged = versions.lastOfOthers > first.version || rows.some((row) => !row.isOfRun && row.number > first.number);
  // Others deleted what the run had changed.
  const hadChanged = versions.first !== undefined && versions.first <= first.version;
  if (isChanged) return stays('changed_since');
  return hadChanged ? { isDeleted: undefined, reason: 'changed_since', isCreation: false } : { isDeleted: true, isCreation: false };
}
