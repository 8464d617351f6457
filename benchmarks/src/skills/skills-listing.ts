import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Credential, Gateway } from '@gatehouse/core';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { createMigratedDatabase } from '@gatehouse/storage/testing';
import { costOf } from '../compare-least.ts';
import { ask, createOwner, gatewayOn } from '../gateway-calls.ts';
import { medianBy } from '../median.ts';
import { step } from '../report.ts';

/**
 * `node benchmarks/src/skills/skills-listing.ts [skills]`: processor time of a page of skills with the digests of their files, as in
 * `skills/list` over MCP, and of the list of skills that wait for a review. Both are compared with `list_docs {limit: 200}`. There are as
 * many documents as skills, 20 files of 2 KB in a skill, and no skill waits. On Postgres, only the gateway's process is measured.
 */
const [skills = 1000] = process.argv.slice(2).map(Number);
const filesOfSkill = 20;
const rounds = 15;
const callsOfRound = 20;

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-skills-listing-'));
try {
  await measure('SQLite', openSqlite({ file: path.join(folder, 'gatehouse.db'), indexing: 'at once' }));
  await measure('Postgres', await openPostgres({ url: (await createMigratedDatabase()).url }));
} finally {
  rmSync(folder, { recursive: true });
}
process.exit();

async function measure(name: string, store: Store): Promise<void> {
  step(`${name}: ${skills} skills of ${filesOfSkill} files`);
  const gateway = gatewayOn(store);
  const owner = await fill(gateway);
  const pages = {
    'list_docs, 200 documents': { tool: 'list_docs', input: { limit: 200 } },
    'list_skills with files, 50 skills': { tool: 'list_skills', input: { limit: 50, includeFiles: 'paths', order: 'created' } },
    'skills that wait for a review': { tool: 'browse_skills', input: { waiting: true, limit: 20 } },
  };
  await measureFirstReads(gateway, owner);
  const times = new Map<string, number[]>(Object.keys(pages).map((what) => [what, []]));
  // Alternates between both, so that load on the machine affects them equally.
  for (let round = 0; round < rounds; round++) {
    for (const [what, { tool, input }] of Object.entries(pages)) {
      times.get(what)?.push((await costOf(callsOfRound, () => ask(gateway, owner, tool, input))) / 1000);
    }
  }
  for (const [what, measured] of times)
    process.stdout.write(`${what}: ${medianBy(measured, (ms) => ms).toFixed(2)} ms of processor time\n`);
  await store.close();
}

/** Reads every page once in a process that has read none of them, and compares a page with one of documents, which is never cached. */
async function measureFirstReads(gateway: Gateway, owner: Credential): Promise<void> {
  // The code of both is compiled by then.
  for (let call = 0; call < callsOfRound; call++) {
    await ask(gateway, owner, 'list_docs', { limit: 200 });
    await ask(gateway, owner, 'list_skills', { limit: 50, order: 'created' });
  }
  const pages = skills / 50;
  let cursor: unknown;
  const cost = await costOf(pages, async () => {
    const input = { limit: 50, includeFiles: 'paths', order: 'created', ...(cursor !== undefined && { cursor }) };
    cursor = (await ask(gateway, owner, 'list_skills', input)).nextCursor ?? undefined;
  });
  process.stdout.write(`list_skills with files, 50 skills, for the first time: ${(cost / 1000).toFixed(2)} ms\n`);
}

async function fill(gateway: Gateway): Promise<Credential> {
  const owner = await createOwner(gateway);
  const files = Array.from({ length: filesOfSkill - 1 }, (_, index) => ({
    path: `references/${index}.md`,
    content: `${index}${'x'.repeat(2000)}`,
  }));
  for (let index = 0; index < skills; index++) {
    const content = `---\nname: skill-${index}\ndescription: Says what it says.\n---\n\n${'A line of text.\n'.repeat(120)}`;
    await ask(gateway, owner, 'write_skill', { content, files });
    await ask(gateway, owner, 'create_doc', { title: `Document ${index}`, bodyMarkdown: 'A line of text.\n'.repeat(120) });
  }
  return owner;
}
