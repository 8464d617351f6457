import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { allTools, type Credential, createGateway, createRegistry } from '@gatehouse/core';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { verifyDatabase } from '@gatehouse/storage/admin';
import { createTestDatabase, postgresMissing } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { callGateway } from '../kit/call-gateway.ts';
import { fakeService } from '../kit/fake-service.ts';
import { installationSecret } from '../secrets/planted.ts';
import type { Asked } from './asked.ts';
import type { Caller } from './caller.ts';
import { changedAnswers } from './differences.ts';
import { type Fixture, fixtureCommits, readFixture, readPostgresRows, readSqliteFile } from './fixture.ts';
import { asNamedNow } from './named-now.ts';
import { writeRows } from './postgres-rows.ts';
import { readAgain } from './read-workspace.ts';

/** Tools whose answers depend on the process, the session or a connected service. */
const notCompared = new Set(['organization_settings', 'explain_access', 'execute_service_tool', 'execute_service_read_tool']);
/** Callers by day: a member's key, and an owner. The nightly part compares the answers to every caller. */
const compared = ['reader', 'Olive'];

/** Callers of a fixture, one minute after it was made, so that nothing has expired. */
function callersOf(store: Store, { filled }: Fixture): Caller[] {
  const now = filled.until + 60_000;
  const gateway = createGateway({
    store,
    registry: createRegistry(allTools),
    settings: {
      baseUrl: 'http://localhost:4747',
      consoleUrl: 'http://localhost:4747',
      secret: Buffer.from(installationSecret),
      callsPerMinute: 1_000_000,
    },
    services: fakeService,
    clock: () => now,
    report: () => {},
  });
  const callerOf = (name: string, credential: Credential): Caller => ({
    name,
    isPerson: credential.type === 'person',
    async ask(tool, input = {}) {
      const answer = await callGateway(gateway, { tool, credential, input, origin: { entrance: 'http' } });
      return answer.ok ? JSON.parse(answer.json) : { error: { code: answer.error.code, reason: answer.error.reason } };
    },
  });
  const { keys, people, orgId } = filled;
  return [
    ...Object.entries(keys).map(([name, key]) => callerOf(name, { type: 'key', key })),
    ...people.map(({ name, personId }) => callerOf(name, { type: 'person', orgId, personId })),
  ];
}

/** Opens it twice, as a new version does: the first time changes its tables. */
async function expectAsBefore(
  fixture: Fixture,
  open: () => Store | Promise<Store>,
  database: Parameters<typeof verifyDatabase>[0]['database'],
): Promise<void> {
  await (await open()).close();
  expect((await verifyDatabase({ database })).problems).toEqual([]);
  const store = await open();
  const asked = fixture.asked.filter(({ caller, tool }) => compared.includes(caller) && !notCompared.has(tool)).map(asNamedNow);
  const again = await readAgain(callersOf(store, fixture), asked);
  await store.close();
  expect(asked.length).toBeGreaterThan(500);
  expect(asked.flatMap((one, index) => changedAnswers(one, again[index] as Asked))).toEqual([]);
}

describe.each(fixtureCommits)(
  'a workspace from %s is read like that version read it, with its cursors, and is valid (D9, D71)',
  (commit) => {
    it('on SQLite', async () => {
      using folder = mkdtempDisposableSync(path.join(tmpdir(), 'gatehouse-made-before-'));
      const file = path.join(folder.path, 'gatehouse.db');
      writeFileSync(file, readSqliteFile(commit));
      await expectAsBefore(readFixture(commit, 'SQLite'), () => openSqlite({ file }), { engine: 'sqlite', file });
    });

    it.skipIf(postgresMissing())('on Postgres', async () => {
      await using database = await createTestDatabase();
      await writeRows(database, readPostgresRows(commit));
      const open = () => openPostgres({ url: database.url, slotClock: 'caller' });
      await expectAsBefore(readFixture(commit, 'Postgres'), open, { engine: 'postgres', url: database.url });
    });
  },
);
