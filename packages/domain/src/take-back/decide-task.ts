import { concluded, type Decision, type LeftReason } from './decision.ts';
import type { Surroundings } from './surroundings.ts';
import { type HistoryRow, knownFields, takeFieldsBack, whyFieldsStay } from './take-fields-back.ts';

/** A task in a take-back. */
export interface TaskEntry {
  kind: 'task';
  id: string;
  status: string;
  rows: readonly HistoryRow[];
}

const fields = ['title', 'status', 'assignee', 'dueAt', 'notes'];

/** Decides about a task. A task that the run created is canceled, unless others have worked on it (D66.2). */
export function decideTask({ rows, status }: TaskEntry, { members }: Surroundings): Decision {
  const [created] = rows;
  const isOwnCreation = created?.what === 'created' && created.isOfRun;
  const isShared = rows.some(({ isOfRun }) => !isOfRun);
  if (isOwnCreation && !isShared) return concluded({ reasons: [], values: status === 'canceled' ? {} : { status: 'canceled' } });
  const taken = knownFields(takeFieldsBack(rows), (field) => fields.includes(field));
  const reasons: LeftReason[] = isOwnCreation ? ['others_worked_on_it'] : whyFieldsStay(taken);
  const { assignee, ...values } = taken.values;
  if (assignee === undefined) return concluded({ reasons, values });
  // Tasks cannot be assigned to people who have left.
  if (assignee === null || members.has(assignee as string)) return concluded({ reasons, values: { ...values, assignee } });
  return concluded({ reasons: [...reasons, 'protected_item'], values });
}
