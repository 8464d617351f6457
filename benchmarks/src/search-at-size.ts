import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Credential, Gateway } from '@gatehouse/core';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { createMigratedDatabase } from '@gatehouse/storage/testing';
import { callAs, gatewayOn } from './gateway-calls.ts';
import { progress, step } from './report.ts';

/**
 * `node benchmarks/src/search-at-size.ts [documents] [files]`: cost of questions compared with phrases, and of a common word compared with
 * a rare one, on both engines. Words have the frequencies of a language (Zipf's law).
 */
const [documents = 50_000, files = 5000] = process.argv.slice(2).map(Number);
const calls = 300;
const inFlight = 64;
const vocabulary = 30_000;
const syllables = 'ba ce di fo gu ka le mi no pu ra se ti vo zu'.split(' ');

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-search-'));
try {
  await measure('SQLite', openSqlite({ file: path.join(folder, 'gatehouse.db') }));
  const database = await createMigratedDatabase();
  await measure('Postgres', await openPostgres({ url: database.url }));
} finally {
  rmSync(folder, { recursive: true });
}
process.exit();

async function measure(name: string, store: Store): Promise<void> {
  step(`${name}: ${documents.toLocaleString('en')} documents, ${files.toLocaleString('en')} files`);
  const gateway = gatewayOn(store, { callsPerMinute: 1_000_000_000 });
  const owner = await fill(gateway);
  await untilIndexed(gateway, owner);
  const kinds: Record<string, (index: number) => object> = {
    phrase: (index) => ({
      query: textOf(pick(index) % documents)
        .slice(0, 3)
        .join(' '),
    }),
    best: (index) => ({
      query: `How does the ${textOf(pick(index) % documents)
        .slice(0, 3)
        .join(' of the ')} work?`,
      match: 'best',
    }),
    'best, a common word': (index) => ({ query: wordOf(index % 10), match: 'best' }),
    'best, a rare word': (index) => ({ query: wordOf(vocabulary - 1 - (index % 1000)), match: 'best' }),
  };
  for (const [what, input] of Object.entries(kinds)) {
    const costs: { wall: number; own: number; hits: number }[] = [];
    for (let index = 0; index < calls; index++) {
      const [begun, used] = [performance.now(), process.cpuUsage()];
      const { results } = (await ok(gateway, owner, 'search', input(index))) as { results: unknown[] };
      const { user, system } = process.cpuUsage(used);
      costs.push({ wall: performance.now() - begun, own: (user + system) / 1000, hits: results.length });
    }
    const at = (of: 'wall' | 'own', share: number) =>
      costs.map((cost) => cost[of]).sort((one, other) => one - other)[Math.floor(calls * share)]!;
    const hits = costs.reduce((sum, cost) => sum + cost.hits, 0) / calls;
    process.stdout.write(
      `${what}: ${at('wall', 0.5).toFixed(1)} / ${at('wall', 0.99).toFixed(1)} ms (p50 / p99), own processor time ${at('own', 0.5).toFixed(1)} / ${at('own', 0.99).toFixed(1)} ms, ${hits.toFixed(1)} hits\n`,
    );
  }
  await store.close();
}

async function fill(gateway: Gateway): Promise<Credential> {
  const created = await ok(gateway, { type: 'operator' }, 'create_organization', { name: 'Bench', ownerEmail: 'bench@example.com' });
  const { orgId, ownerId } = created as { orgId: string; ownerId: string };
  const owner: Credential = { type: 'person', orgId, personId: ownerId };
  for (let from = 0; from < documents + files; from += inFlight) {
    const some = Array.from({ length: Math.min(inFlight, documents + files - from) }, (_, offset) => from + offset);
    await Promise.all(some.map((index) => write(gateway, owner, index)));
    progress('items', from + some.length, documents + files);
  }
  return owner;
}

async function write(gateway: Gateway, owner: Credential, index: number): Promise<void> {
  const text = textOf(index).join(' ');
  const name = `${textOf(index + 1_000_000)
    .slice(0, 2)
    .join(' ')} ${index}`;
  if (index < documents) await ok(gateway, owner, 'create_doc', { title: name, bodyMarkdown: text });
  else await ok(gateway, owner, 'write_file', { name: `${name}.txt`, content: text });
}

/** Waits for the index of words, which is filled in the background. */
async function untilIndexed(gateway: Gateway, owner: Credential): Promise<void> {
  const isIndexed = async () => !('note' in ((await ok(gateway, owner, 'search', { query: wordOf(0), match: 'best' })) as object));
  while (!(await isIndexed())) await new Promise((resolve) => setTimeout(resolve, 500));
}

async function ok(gateway: Gateway, credential: Credential, tool: string, input: object): Promise<unknown> {
  const answer = await callAs(gateway, credential, tool, input);
  if (!answer.ok) throw new Error(`${tool}: ${answer.error.message}`);
  return answer.value;
}

/** Words of an item: the same each time. */
function textOf(index: number): string[] {
  return Array.from({ length: 80 + (pick(index) % 120) }, (_, place) => wordOf(rankOf(pick(index * 331 + place))));
}

/** Rank of a word by Zipf's law: the most common ones have the lowest ranks. */
function rankOf(random: number): number {
  return Math.min(vocabulary - 1, Math.floor(vocabulary ** (random / 2 ** 32)) - 1);
}

function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) word += syllables[rest % syllables.length];
  return word;
}

/** A repeatable choice below 2 ** 32. */
function pick(seed: number): number {
  let state = (seed + 1) * 0x9e3779b1;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
