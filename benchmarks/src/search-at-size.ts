import type { Credential, Gateway } from '@gatehouse/core';
import type { Store } from '@gatehouse/storage';
import { ask, createOwner, gatewayOn, untilIndexed } from './gateway-calls.ts';
import { onEngine } from './on-engine.ts';
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

for (const engine of ['SQLite', 'Postgres']) await onEngine(engine, (store) => measure(engine, store));
process.exit();

async function measure(name: string, store: Store): Promise<void> {
  step(`${name}: ${documents.toLocaleString('en')} documents, ${files.toLocaleString('en')} files`);
  const gateway = gatewayOn(store, { callsPerMinute: 1_000_000_000 });
  const owner = await fill(gateway);
  await untilIndexed(gateway, owner, wordOf(0));
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
      const { results } = await ask<{ results: unknown[] }>(gateway, owner, 'search', input(index));
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
}

async function fill(gateway: Gateway): Promise<Credential> {
  const owner = await createOwner(gateway);
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
  if (index < documents) await ask(gateway, owner, 'create_doc', { title: name, bodyMarkdown: text });
  else await ask(gateway, owner, 'write_file', { name: `${name}.txt`, content: text });
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
