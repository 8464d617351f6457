/** A row of the history of one subject: the values of the fields that it changed. Rows from before values were kept have none. */
export interface FieldRow {
  isOfRun: boolean;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

export interface FieldsTakenBack {
  /** Values that fields get again. */
  values: Record<string, unknown>;
  /** Fields that the run changed and somebody else changed after it: they stay. */
  changedSince: string[];
  /** Fields whose value before the run is not known: the run gave them their first one, or the history has none. They stay. */
  unknown: string[];
  /** Whether a row of the run has no values, so that nobody can tell what it changed. */
  hasUnknownRows: boolean;
}

/**
 * What each field becomes when the changes of a run are taken back, by the rows of a subject in order (D66). Values are never compared:
 * who changes a field to the value that it has been changed to already has still changed it.
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
 * The row of the run that followed the last change by anybody else: what the field was before it is what that change left, or what it was
 * before the run. Undefined if the last change is somebody else's. A row without values may have changed any field.
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
