import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { createTestDatabase, postgresMissing } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { openPlace, type Place } from '../cli/command.ts';
import { postgresEngine, sqliteEngine } from '../kit/engines.ts';
import { applyAll, callsOn, type PreparedRun, prepareRun, readResult } from './run-to-take-back.ts';

const missing = postgresMissing();
const begin = Date.UTC(2026, 0, 1);
const minute = 60_000;

/** Takes the same run back in two organizations: whole in one, to its first step in the other. */
async function beginTakeBack(place: Place) {
  mkdirSync(place.data, { mode: 0o700 });
  const store = await place.engine.open(place.data);
  const call = callsOn(store, begin);
  const [half, whole] = [await prepareRun(call, 'half'), await prepareRun(call, 'whole')];
  const later = callsOn(store, begin + minute);
  await applyAll(later, whole);
  const uninterrupted = await readResult(later, whole);
  expect(await later(half.person, 'apply_take_back', { takeBackId: half.takeBackId })).toMatchObject({ state: 'working', takenBack: 4 });
  await store.close();
  return { half, whole, uninterrupted };
}

/** Ends it in a copy, and takes the take-back back there, in both organizations. */
async function endTakeBack(store: Store, { half, whole, uninterrupted }: Awaited<ReturnType<typeof beginTakeBack>>) {
  const call = callsOn(store, begin + 2 * minute);
  await applyAll(call, half);
  expect(await readResult(call, half)).toEqual(uninterrupted);
  const undone = async (run: PreparedRun) => {
    let undo = await call(run.person, 'prepare_take_back', { takeBackId: run.takeBackId });
    while (undo.state === 'looking') undo = await call(run.person, 'continue_take_back', { takeBackId: undo.takeBackId });
    await applyAll(call, { person: run.person, takeBackId: undo.takeBackId });
    return await readResult(call, { person: run.person, takeBackId: undo.takeBackId });
  };
  expect(await undone(half)).toEqual(await undone(whole));
  await store.close();
}

describe('an unfinished take-back (D66)', () => {
  it('ends with the usual result in a restored backup', async () => {
    using place = openPlace({ engine: sqliteEngine });
    const begun = await beginTakeBack(place);
    const file = path.join(place.folder, 'backup.db');
    await place.json(['backup', file]);
    expect(await place.json(['verify', file])).toMatchObject({ ok: true, problems: [] });
    using second = openPlace({ engine: sqliteEngine });
    await second.json(['restore', file]);
    await endTakeBack(await second.engine.open(second.data), begun);
    expect(await second.json(['verify'])).toMatchObject({ ok: true, problems: [] });
  });

  it.skipIf(missing)('ends with the usual result after a copy to Postgres', async () => {
    using place = openPlace({ engine: sqliteEngine });
    const begun = await beginTakeBack(place);
    await using database = await createTestDatabase();
    await place.json(['copy', '--from', await place.engine.address(place.data), '--to', database.url]);
    await endTakeBack(await openPostgres({ url: database.url, slotClock: 'caller' }), begun);
    expect(await place.json(['verify'], { env: { DATABASE_URL: database.url } })).toMatchObject({ ok: true, problems: [] });
  });

  it.skipIf(missing)('ends with the usual result after a copy from Postgres', async () => {
    using place = openPlace({ engine: postgresEngine });
    const begun = await beginTakeBack(place);
    const file = path.join(place.folder, 'second', 'gatehouse.db');
    await place.json(['copy', '--from', await place.engine.address(place.data), '--to', `sqlite:${file}`]);
    await endTakeBack(openSqlite({ file }), begun);
    expect(await place.json(['verify', file])).toMatchObject({ ok: true, problems: [] });
  });
});
