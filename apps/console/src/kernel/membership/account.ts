import type { OutputOf } from '../calls/call.ts';
import { toolQuery } from '../calls/queries.ts';

export type SignedIn = OutputOf<'my_account'>;

/** Signed-in account with its organizations. */
export const accountQuery = toolQuery(undefined, 'my_account', {}, { maySignOut: false });
