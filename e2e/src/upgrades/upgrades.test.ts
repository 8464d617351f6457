import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { allTools, type Credential, createGateway, createRegistry, newId } from '@gatehouse/core';
import { openSqlite } from '@gatehouse/storage';
import { verifyDatabase } from '@gatehouse/storage/admin';
import { expect } from 'vitest';
import { onlySqlite } from '../engines.ts';
import { fakeService } from '../fake-service.ts';
import { installationSecret } from '../secrets/planted.ts';
import type { Caller } from './caller.ts';
import { changedAnswers } from './differences.ts';
import { type Fixture, fixtureCommits, readFixture } from './fixture.ts';
import { type Asked, readAgain } from './read-workspace.ts';

/** What depends on the process or the session, or asks the connected service. */
const notCompared = new Set(['organization_settings', 'explain_access', 'execute_service_tool', 'execute_service_read_tool']);
/** A key of a member and an owner: the nightly part asks as everybody. */
const compared = ['reader', 'Olive'];

/** A minute after it was made, so that nothing is too old. */
function callersOf(file: string, { filled }: Fixture): { callers: Caller[]; close(): Promise<void> } {
  const store = openSqlite({ file, durability: 'relaxed' });
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
      const call = { tool, credential, origin: { entrance: 'http' as const }, requestId: newId('req', now), argumentBytes: 0 };
      const answer = await gateway.call({ ...call, readArguments: () => input });
      return answer.ok ? JSON.parse(answer.json) : { error: { code: answer.error.code, reason: answer.error.reason } };
    },
  });
  const { keys, people, orgId } = filled;
  return {
    callers: [
      ...Object.entries(keys).map(([name, key]) => callerOf(name, { type: 'key', key })),
      ...people.map(({ name, personId }) => callerOf(name, { type: 'person', orgId, personId })),
    ],
    close: () => store.close(),
  };
}

for (const commit of fixtureCommits)
  onlySqlite(`a workspace that ${commit} made is read as that version read it, with its cursors, and is clean (D9, D71)`, async () => {
    using folder = mkdtempDisposableSync(path.join(tmpdir(), 'gatehouse-made-before-'));
    const fixture = readFixture(commit);
    const file = path.join(folder.path, 'gatehouse.db');
    writeFileSync(file, fixture.database);
    await openSqlite({ file }).close();
    expect((await verifyDatabase({ database: { engine: 'sqlite', file } })).problems).toEqual([]);
    const { callers, close } = callersOf(file, fixture);
    const asked = fixture.asked.filter(({ caller, tool }) => compared.includes(caller) && !notCompared.has(tool));
    const again = await readAgain(callers, asked);
    await close();
    expect(asked.length).toBeGreaterThan(500);
    expect(asked.flatMap((one, index) => changedAnswers(one, again[index] as Asked))).toEqual([]);
  });
