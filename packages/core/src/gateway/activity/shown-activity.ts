import { actsForAll } from '@gatehouse/domain';
import type { Activity } from '@gatehouse/storage';
import type { Caller } from '../../kernel/context/context.ts';
import { activityFields } from './find-activity.ts';

/** Of rows that many people follow each is written once. */
const written = new WeakMap<Activity, string>();

/**
 * Of rows of an organization those that somebody of it may read, each as JSON of what `list_activity` gives: all for owners and admins, their
 * own for members.
 */
export function shownActivity(caller: Pick<Caller, 'role' | 'personId'>, rows: readonly Activity[]): string[] {
  const readable = actsForAll(caller) ? rows : rows.filter(({ personId }) => personId === caller.personId);
  return readable.map(textOf);
}

function textOf(row: Activity): string {
  let text = written.get(row);
  if (text === undefined) written.set(row, (text = JSON.stringify(activityFields(row))));
  return text;
}
