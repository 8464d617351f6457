import { dayMs } from '@gatehouse/domain';
import type { Store } from '@gatehouse/storage';
import { sweepOauth } from '../oauth/sweep-oauth.ts';
import { guessWindowMs } from '../sign-in/guessing.ts';

/** For so long a person who uses what is over is told so, and not that it was never there. */
const retentionMs = 7 * dayMs;

/** Removes what of signing in is over and says nothing any more. Any number of processes may do it at once. */
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
