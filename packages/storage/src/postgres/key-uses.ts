import { ask, type Op } from '../ops.ts';
import { createGatherer } from './gatherer.ts';
import type { Lanes } from './lanes.ts';
import { asSession } from './session.ts';
import type { Statement } from './statement.ts';

interface Used {
  orgId: string;
  id: string;
  at: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

const statementsAtOnce = 1;

/**
 * Notes when keys were last used, with one statement for all that were in the same turn. A committed statement of its own: calls of one
 * key would else wait for each other's transactions.
 */
export function postgresKeyUses(lanes: Lanes): (orgId: string, id: string, at: number) => Op<void> {
  const uses = createGatherer<Used>(statementsAtOnce, async (used) => {
    try {
      await lanes.run(noteUses, [`{${used.map(({ orgId }) => orgId).join()}}`, `{${used.map(({ id }) => id).join()}}`, latestOf(used)]);
      for (const { resolve } of used) resolve();
    } catch (error) {
      for (const { reject } of used) reject(error);
    }
  });
  return (orgId, id, at) =>
    ask((session) =>
      asSession(session).runApartOnce(() => new Promise<void>((resolve, reject) => uses.add({ orgId, id, at, resolve, reject }))),
    );
}

function latestOf(used: Used[]): number {
  return used.reduce((latest, { at }) => Math.max(latest, at), 0);
}

/** Who changes a key at this moment is not waited for: its next call notes its use. So two of these cannot wait for each other either. */
const noteUses: Statement = {
  name: 'keys_note_uses',
  text: `update keys set last_used_at = $3::bigint from (
      select k.org_id, k.id from unnest($1::text[], $2::text[]) as used(org_id, id) join keys k using (org_id, id) for no key update of k skip locked
    ) as used where keys.org_id = used.org_id and keys.id = used.id`,
};
