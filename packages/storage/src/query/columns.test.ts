import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteTables } from '../schema/schema.ts';
import { fillColumns, omitColumns, pickColumns, setColumns, setOtherColumns, takeColumns } from './columns.ts';

const db = drizzle({ client: new Database(':memory:') });
const { oauthSeeds, passkeyChallenges } = sqliteTables;

it('fills every column of a new row by its name, except the named ones', () => {
  expect(db.insert(oauthSeeds).values(fillColumns(oauthSeeds)).toSQL().sql).toBe(
    'insert into "oauth_seeds" ("id", "seed", "created_at") values (?, ?, ?)',
  );
  expect(Object.keys(fillColumns(passkeyChallenges, 'accountId', 'guessId'))).toEqual(['id', 'hash', 'createdAt', 'expiresAt']);
});

it('sets the named columns, or all others', () => {
  expect(db.update(oauthSeeds).set(setColumns(oauthSeeds, 'seed')).toSQL().sql).toBe('update "oauth_seeds" set "seed" = ?');
  expect(db.update(oauthSeeds).set(setOtherColumns(oauthSeeds, 'id')).toSQL().sql).toBe(
    'update "oauth_seeds" set "seed" = ?, "created_at" = ?',
  );
});

it('takes the values of the conflicting row', () => {
  const put = db
    .insert(oauthSeeds)
    .values(fillColumns(oauthSeeds))
    .onConflictDoUpdate({ target: oauthSeeds.id, set: takeColumns(oauthSeeds, 'seed', 'createdAt') });
  expect(put.toSQL().sql).toContain('do update set "seed" = excluded.seed, "created_at" = excluded.created_at');
});

it('selects the named columns, or all others', () => {
  expect(Object.keys(pickColumns(passkeyChallenges, 'expiresAt', 'id'))).toEqual(['expiresAt', 'id']);
  expect(Object.keys(omitColumns(passkeyChallenges, 'hash'))).toEqual(['id', 'accountId', 'guessId', 'createdAt', 'expiresAt']);
});
