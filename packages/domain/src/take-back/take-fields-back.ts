import type { LeftReason } from './decision.ts';

/** A row of the history of one subject: the values of the fields that it changed. Rows from before values were kept have none. */
export interface FieldRow {
  isOfRun: boolean;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** A row of the history of an item, a folder or a task. */
export interface HistoryRow extends FieldRow {
  number: number;
  /** Newest version of the item at that time. */
  version: number;
  what: string;
  at: number;
}

export interface FieldsTakenBack {
  /** Values that fields get again. */
  values: Record<string, unknown>;
  /** Fields that the run changed and others changed later. They stay. */
  changedSince: string[];
  /** Fields with an unknown value before the run, because the run set them first or the history lacks it. They stay. */
  unknown: string[];
  /** True if a row of the run has no values, so that its changes are unknown. */
  hasUnknownRows: boolean;
}

/**
 * Decides the value of each field when the changes of a run are taken back, from the rows of a subject in order (D66). Values are never
 * compared: setting a field to the value it already has is a change too.
 */
export function takeFieldsBack(rows: readonly FieldRow[]): FieldsTakenBack {
  const taken: FieldsTakenBack = { values: {}, changedSince: [], unknown: [], hasUnknownRows: false };
  taken.hasUnknownRows = rows.some(({ isOfRun, after }) => isOfRun && !after);
  const fields = new Set(rows.flatMap(({ isOfRun, after }) => (isOfRun && after ? Object.keys(after) : [])));
  for (const field of fields) {
    const first = firstOfLastRun(rows, field);
    if (!first) taken.changedSince.push(field);
    else if (first.before && Object.hasOwn(first.before, field)) taken.values[field] = first.before[field];
    else taken.unknown.push(field);
  }
  return taken;
}

/**
 * Finds the run's first row after the last change by others. Its `before` is the value that others left, or the value before the run.
 * Undefined if others made the last change. A row without values may have changed any field.
 */
function firstOfLastRun(rows: readonly FieldRow[], field: string): FieldRow | undefined {
  let first: FieldRow | undefined;
  for (const row of rows.toReversed()) {
    if (row.after && !Object.hasOwn(row.after, field)) continue;
    if (!row.after || !row.isOfRun) break;
    first = row;
  }
  return first;
}

export function knownFields(taken: FieldsTakenBack, isKnown: (field: string) => boolean): FieldsTakenBack {
  return {
    values: Object.fromEntries(Object.entries(taken.values).filter(([field]) => isKnown(field))),
    changedSince: taken.changedSince.filter(isKnown),
    unknown: taken.unknown.filter(isKnown),
    hasUnknownRows: taken.hasUnknownRows,
  };
}

export function whyFieldsStay({ changedSince, unknown, hasUnknownRows }: FieldsTakenBack): LeftReason[] {
  if (changedSince.length > 0) return ['changed_since'];
  return unknown.length > 0 || hasUnknownRows ? ['no_history'] : [];
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
