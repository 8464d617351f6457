import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '@gatehouse/storage/testing';
import { freePort } from '../kit/free-port.ts';
import { fillWorkspace } from './fill-workspace.ts';
import { type FixtureEngine, fixtureFiles, fixtureFolder } from './fixture.ts';
import { installVersion } from './old-version.ts';
import { readRows } from './postgres-rows.ts';
import { readWorkspace } from './read-workspace.ts';
import { openTwoPlaces } from './two-places.ts';
import { callersOf } from './upgrade-data.ts';
import { versionOn } from './version.ts';

/**
 * Writes the database of a commit and its answers, for the test in this folder: `node e2e/src/upgrades/make-fixture.ts COMMIT
 * SQLite|Postgres`.
 */
const [, , commit = '', given = ''] = process.argv;
if (!(given in fixtureFiles)) throw new Error(`name an engine: ${Object.keys(fixtureFiles).join(' or ')}`);
const engine = given as FixtureEngine;
const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-fixture-'));
await using service = await openTwoPlaces();
const data = path.join(folder, 'data');
const database = engine === 'Postgres' ? await createTestDatabase() : undefined;
const old = versionOn(await installVersion(commit, process.env.OLD_VERSIONS ?? folder), data, {
  GATEHOUSE_CALLS_PER_MINUTE: '1000000',
  GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.0/8',
  GATEHOUSE_PORT: String(await freePort()),
  ...(database && { DATABASE_URL: database.url }),
});
const server = await old.start();
const filled = await fillWorkspace({ url: server.url, setUpLink: server.setUpLink ?? '', json: old.json, folder }, service);
const asked = await readWorkspace(callersOf(filled, server.url));
await server.stop();

// The log of the reading is not needed.
const removeReading = `delete from activity where at > ${filled.until}`;
const bytes = database ? await rowsOf(database) : fileOf(path.join(data, 'gatehouse.db'));
const fixture = { filled: { ...filled, people: filled.people.map((person) => ({ ...person, cookies: [] })) }, asked };
const written = fixtureFolder(commit);
mkdirSync(written, { recursive: true });
writeFileSync(path.join(written, fixtureFiles[engine].database), brotliCompressSync(bytes));
writeFileSync(path.join(written, fixtureFiles[engine].answers), brotliCompressSync(JSON.stringify(fixture)));
rmSync(folder, { recursive: true });
process.exit();

async function rowsOf(database: TestDatabase): Promise<string> {
  await database.run(removeReading);
  return JSON.stringify(await readRows(database));
}

function fileOf(file: string): Buffer {
  using connection = new DatabaseSync(file);
  const copy = path.join(folder, 'copy.db');
  connection.exec(`${removeReading}; vacuum into '${copy}'`);
  return readFileSync(copy);
}
