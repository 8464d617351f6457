/** A row of the history of one subject: the values of the fields that it changed. Rows from before values were kept have none. */
export interface FieldRow {
  isOfRun: boolean;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
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
