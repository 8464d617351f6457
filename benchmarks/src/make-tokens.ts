import { createHash } from 'node:crypto';
import { mintAccessToken } from '@gatehouse/core';
import Database from 'better-sqlite3';

const dayMs = 24 * 60 * 60 * 1000;

/** Creates an access token for each key of a database, as a signed-in client holds it. A grant is the row of a key (D46). */
export function makeTokens(file: string): string[] {
  const database = new Database(file);
  try {
    const keys = database.prepare('select org_id as orgId, id from keys').all() as { orgId: string; id: string }[];
    const insert = database.prepare(
      `insert into oauth_records (id, hash, model, org_id, key_id, payload, created_at, expires_at)
       values (@id, @hash, 'access_token', @orgId, @keyId, '{}', @now, @expiresAt)`,
    );
    const now = Date.now();
    return database.transaction(() =>
      keys.map(({ orgId, id }) => {
        const token = mintAccessToken();
        const hash = createHash('sha256').update(token).digest();
        insert.run({ id: `token ${id}`, hash, orgId, keyId: id, now, expiresAt: now + dayMs });
        return token;
      }),
    )();
  } finally {
    database.close();
  }
}
