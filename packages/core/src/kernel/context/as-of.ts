import type { Op } from '@gatehouse/storage';
import { refusal } from '../errors/errors.ts';
import { time } from '../schema/schema.ts';
import type { ToolContext } from './context.ts';

/** The time that a read looks back to. Permissions are those at the time of the call (D67). */
export const asOf = time.min(0).optional().describe('ms since epoch: state at that time, with the current permissions of the caller');

/** Refuses a time before the history began or in the future. */
export function* checkAsOf({ store, viewer, now }: ToolContext, asOf: number): Op<void> {
  if (asOf > now) throw refusal('invalid_argument', `argument "asOf": ${sayTime(asOf)} is in the future; it is ${sayTime(now)} now`);
  const since = yield* store.organizations.historySince(viewer.orgId);
  if (asOf >= since) return;
  throw refusal('no_history', `the history begins at ${since} (${sayTime(since)}); give a later "asOf"`, String(since));
}

/** JavaScript cannot express later times. */
const lastDate = 8.64e15;

function sayTime(at: number): string {
  return at > lastDate ? String(at) : new Date(at).toISOString();
}
