import type { LeftReason } from './decision.ts';
import type { FieldRow } from './take-fields-back.ts';

/** A row of the history of an item, a folder or a task. */
export interface HistoryRow extends FieldRow {
  number: number;
  /** The newest version of an item behind it. */
  version: number;
  what: string;
  at: number;
}

/** The versions of an item that a run made. */
export interface RunVersions {
  /** Undefined if it made none. */
  first: number | undefined;
  firstAt: number | undefined;
  /** The last version that somebody else made; 0 for none. */
  lastOfOthers: number;
}

export const noVersions: RunVersions = { first: undefined, firstAt: undefined, lastOfOthers: 0 };

interface Existing {
  rows: readonly HistoryRow[];
  versions: RunVersions;
  isDeleted: boolean;
  /** Whether the run created it. */
  isOwnCreation: boolean;
}

/** Whether something is to be in the trash. */
export interface Existence {
  /** Undefined: as it is now. */
  isDeleted: boolean | undefined;
  reason?: LeftReason;
  /** It was not there before the run, and nobody else has worked on it. */
  isCreation: boolean;
}

/**
 * Existence is a field: if the run wrote it last, it becomes what it was before those writes (D66.9). What others have worked on since
 * stays there.
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
