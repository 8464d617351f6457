import { describe, expect, it } from 'vitest';
import type { Admission } from '../../../repos/admission.ts';
import { postgresMissing } from '../../../testing/index.ts';
import { openPostgresWithAcme } from '../../../testing/postgres-with-acme.ts';
import { createSampleKey, sampleKeyHash } from '../../../testing/sample-rows.ts';
import { takeCalls } from './admissions.ts';

describe.skipIf(postgresMissing() !== undefined)('admission on Postgres (D13)', () => {
  it('does not wait for a change of the key: the next call records its use', async () => {
    await using opened = await openPostgresWithAcme({ slotClock: 'caller' });
    const { store, database } = opened;
    await store.perform(() => createSampleKey(store, 'key_1'), { changes: true });
    const take = (now: number): Promise<Admission> =>
      store.perform(() => store.admissions.take(sampleKeyHash('key_1'), { calls: 5, windowMs: 60_000 }, now), { changes: false });
    const lastUse = async () => (await database.run('select last_used_at from keys'))[0]?.last_used_at;
    await using other = await database.connect();
    await other.query('begin');
    await other.query('select 1 from keys for update');
    expect((await take(1000)).slot).toMatchObject({ admitted: true, remaining: 4 });
    expect(await lastUse()).toBeNull();
    await other.query('rollback');
    expect((await take(2000)).slot).toMatchObject({ admitted: true, remaining: 3 });
    expect(await lastUse()).toBe('2000');
  });

  it('finds keys by their hash index, even with a plan from a table with one key', async () => {
    await using opened = await openPostgresWithAcme();
    const { store, database } = opened;
    await store.perform(() => createSampleKey(store, 'key_1'), { changes: true });
    await using connection = await database.connect();
    await connection.query('set enable_seqscan = off; set plan_cache_mode = force_generic_plan');
    for (const statistics of ['select', 'analyze keys']) {
      await connection.query(
        `${statistics}; deallocate all; prepare take (text[], int[], bigint, bigint, bigint, bigint) as ${takeCalls.text}`,
      );
      const { rows } = await connection.query(`explain (costs off) execute take ('{00}', '{1}', 5, 60000, 9, null)`);
      const scans = rows.flatMap((row) => /[A-Z].* Scan.* on keys\b/.exec(row['QUERY PLAN'])?.[0] ?? []);
      expect(scans.sort()).toEqual([
        'Index Scan using keys_hash_key on keys',
        'Index Scan using keys_hash_key on keys',
        'Tid Scan on keys',
      ]);
    }
  });
});
