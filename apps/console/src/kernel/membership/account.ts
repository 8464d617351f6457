import type { OutputOf } from '../calls/call.ts';
import { toolQuery } from '../calls/queries.ts';

export type SignedIn = OutputOf<'my_account'>;

/** Who is signed in, and where they belong. */
export const accountQuery = toolQuery(undefined, 'my_account', {}, { maySignOut: false });
