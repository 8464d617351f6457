import { agentTools, createRegistry } from '@gatehouse/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type EntranceKind, httpEntrance, mcpLegacyEntrance, mcpModernEntrance, stdioEntrance } from '../entrances/index.ts';
import { postgresEngine, type StorageEngine, sqliteEngine } from '../kit/engines.ts';
import { casesOf } from './cases.ts';
import { differences, expectCounted, expectNothingTold, expectOutcomes, type Observed, observe } from './observe.ts';

const cases = casesOf(createRegistry(agentTools).agentTools);

/** Every tool × every key state, argument fault and identifier fault. */
describe('on SQLite', () => compare(sqliteEngine, [httpEntrance, mcpModernEntrance]));
// The behaviours in decisions and contract run on Postgres and through every entrance with every commit; what stdio and sessions of MCP do
// with a call is what MCP without them does.
describe('on SQLite, in sessions of MCP', { tags: ['nightly'] }, () => compare(sqliteEngine, [httpEntrance, mcpLegacyEntrance]));
describe('on SQLite, over stdio', { tags: ['nightly'] }, () => compare(sqliteEngine, [httpEntrance, stdioEntrance]));
describe.skipIf(postgresEngine.missing !== undefined)('on Postgres', { tags: ['nightly'] }, () =>
  compare(postgresEngine, [httpEntrance, mcpModernEntrance]),
);

function compare(engine: StorageEngine, kinds: readonly EntranceKind[]): void {
  const seen = new Map<string, Observed>();
  beforeAll(async () => {
    // Runs all entrances at once, each in its own world, because they wait for different databases.
    await Promise.all(kinds.map(async (kind) => seen.set(kind.name, await observe(kind, cases, { engine }))));
  });

  describe.each(kinds)('through $name', ({ name }) => {
    it('answers every case with the code and the reason of its fault (D1, D2, D3, D5, D6, D11)', () => {
      expectOutcomes(seen.get(name)!, cases);
    });

    it('gives the same answer for absent and foreign identifiers, and shows nothing of foreign items (D5, D25)', () => {
      expectNothingTold(seen.get(name)!, cases);
    });

    it('has no internal error in any case', () => {
      expect(seen.get(name)!.faults).toEqual([]);
    });

    it('counts every call of a valid key up to the limit, and logs every call (D13, D14)', () => {
      expectCounted(seen.get(name)!);
    });
  });

  it.each(kinds.slice(1))('$name gives the same code, reason, message, count and row as HTTP', ({ name }) => {
    const [http, other] = [seen.get('HTTP')!, seen.get(name)!];
    expect(differences(http, other)).toEqual([]);
    expect(other.observations).toEqual(http.observations);
  });
}
