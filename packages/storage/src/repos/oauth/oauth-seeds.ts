import { desc, lt, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

type OauthSeed = Tables['oauthSeeds']['$inferSelect'];

export type OauthSeedQueries = ReturnType<typeof oauthSeedQueries>;

export function oauthSeedQueries({ prepare, lockName, tables: { oauthSeeds } }: Engine) {
  const all = prepare('oauth_seeds_all', (db) => db.select().from(oauthSeeds).orderBy(desc(oauthSeeds.createdAt), desc(oauthSeeds.id)));
  const insert = prepare('oauth_seed_insert', (db) => db.insert(oauthSeeds).values(fillColumns(oauthSeeds)));
  const removeOld = prepare('oauth_seed_remove_old', (db) =>
    db.delete(oauthSeeds).where(lt(oauthSeeds.createdAt, sql.placeholder('before'))),
  );

  return {
    /** The newest first. */
    *list(): Op<OauthSeed[]> {
      return yield* all({});
    },
    /** Same, for a caller that adds one if needed. Others wait until the transaction ends. */
    *listForChange(): Op<OauthSeed[]> {
      yield* lockName('oauth_seeds');
      return yield* all({});
    },
    *create(seed: OauthSeed): Op<void> {
      yield* insert({ ...seed });
    },
    *removeOld(before: number): Op<void> {
      yield* removeOld({ before });
    },
  };
}
