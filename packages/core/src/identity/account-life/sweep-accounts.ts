import { dayMs } from '@gatehouse/domain';
import type { Store } from '@gatehouse/storage';
import { sweepOauth } from '../oauth/sweep-oauth.ts';
import { guessWindowMs } from '../sign-in/guessing.ts';

/** Time for which expired links and sessions are kept, so that their users learn that they expired, not that they never existed. */
const retentionMs = 7 * dayMs;

/** Removes expired records of signing in. Any number of processes may run it together. */
export async function sweepAccounts({ store, now }: { store: Store; now: number }): Promise<void> {
  await store.perform(
    function* () {
      yield* store.sessions.removeStale(now - retentionMs);
      yield* store.links.removeStale(now - retentionMs);
      yield* store.companySignIns.removeOld(now);
      yield* store.connectionAuthorizations.removeOld(now);
      yield* store.passkeys.removeOverChallenges(now);
      yield* store.guesses.removeOld(now - guessWindowMs);
      yield* sweepOauth(store, now);
      yield* store.strangerRows.removeOld(now);
    },
    { changes: true },
  );
}
