import { actsForAll } from '@gatehouse/domain';
import type { Activity } from '@gatehouse/storage';
import type { Caller } from '../../kernel/context/context.ts';
import { activityFields } from './find-activity.ts';

/** JSON of each row, written once for all its readers. */
const written = new WeakMap<Activity, string>();

/**
 * Rows of an organization that this person can read, each as JSON as in `list_activity`: all for owners and admins, their own for members.
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
