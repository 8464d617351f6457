import type { Activity } from '@gatehouse/storage';
import type { z } from 'zod';
import type { Caller } from '../context.ts';
import { actsForAll } from '../people/roles.ts';
import { activityFields, type activityShape } from './find-activity.ts';

/** Of rows of an organization those that somebody of it may read, as `list_activity` gives them: all for owners and admins, their own for members. */
export function shownActivity(caller: Pick<Caller, 'role' | 'personId'>, rows: readonly Activity[]): z.input<typeof activityShape>[] {
  const readable = actsForAll(caller) ? rows : rows.filter(({ personId }) => personId === caller.personId);
  return readable.map(activityFields);
}
