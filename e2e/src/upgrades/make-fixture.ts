import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync } from 'node:zlib';
import { freePort } from '../free-port.ts';
import { fillWorkspace } from './fill-workspace.ts';
import { fixtureFolder } from './fixture.ts';
import { installVersion } from './old-version.ts';
import { readWorkspace } from './read-workspace.ts';
import { openTwoPlaces } from './two-places.ts';
import { callersOf } from './upgrade-data.ts';
import { versionOn } from './version.ts';

/** Writes the database of a commit and what it answered, for the test beside this: `node e2e/src/upgrades/make-fixture.ts COMMIT`. */
const commit = process.argv[2] ?? '';
const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-fixture-'));
await using service = await openTwoPlaces();
const data = path.join(folder, 'data');
const settings = { GATEHOUSE_CALLS_PER_MINUTE: '1000000', GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.0/8' };
const old = versionOn(await installVersion(commit, process.env.OLD_VERSIONS ?? folder), data, {
  ...settings,
  GATEHOUSE_PORT: String(await freePort()),
});
const server = await old.start();
const filled = await fillWorkspace({ url: server.url, setUpLink: server.setUpLink ?? '', json: old.json, folder }, service);
const asked = await readWorkspace(callersOf(filled, server.url));
await server.stop();

using database = new DatabaseSync(path.join(data, 'gatehouse.db'));
const copy = path.join(folder, 'copy.db');
// The log of the reading is not needed.
database.exec(`delete from activity where at > ${filled.until}; vacuum into '${copy}'`);
const written = fixtureFolder(commit);
mkdirSync(written, { recursive: true });
const fixture = { filled: { ...filled, people: filled.people.map((person) => ({ ...person, cookies: [] })) }, asked };
writeFileSync(path.join(written, 'gatehouse.db.br'), brotliCompressSync(readFileSync(copy)));
writeFileSync(path.join(written, 'answers.json.br'), brotliCompressSync(JSON.stringify(fixture)));
rmSync(folder, { recursive: true });
