import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Credential, Gateway } from '@gatehouse/core';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { createMigratedDatabase } from '@gatehouse/storage/testing';
import { callAs, gatewayOn } from './gateway-calls.ts';
import { step } from './report.ts';

/**
 * `node benchmarks/src/review-writes.ts [engine]`: least time of edits by a person and by an agent where three changes wait for a review,
 * compared with edits of the same text in a folder without review. On Postgres, the time includes the server. // D78
 */
const engine = process.argv[2] ?? 'SQLite';
const rounds = 80;
const editsInRound = 10;
const paragraphs = 40;
const text = Array.from({ length: paragraphs }, (_, at) => `Paragraph ${at} says what everybody in the team should know about it.\n`).join(
  '\n',
);

interface Place {
  docId: string;
  edits: number;
}

type Row = Record<string, unknown>;

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-review-'));
try {
  await using database = engine === 'Postgres' ? await createMigratedDatabase() : undefined;
  const store = database ? await openPostgres({ url: database.url }) : openSqlite({ file: path.join(folder, 'gatehouse.db') });
  step(`edits on ${engine}, ${rounds} rounds of ${editsInRound}`);
  await measure(store);
  await store.close();
} finally {
  rmSync(folder, { recursive: true });
}
process.exit();

async function measure(store: Store): Promise<void> {
  const gateway = gatewayOn(store, { callsPerMinute: 1_000_000_000 });
  const ok = async (credential: Credential, tool: string, input: object): Promise<Row> => {
    const answer = await callAs(gateway, credential, tool, input);
    if (!answer.ok) throw new Error(`${tool}: ${answer.error.message}`);
    return answer.value as Row;
  };
  const created = await ok({ type: 'operator' }, 'create_organization', { name: 'Bench', ownerEmail: 'bench@example.com' });
  const person: Credential = { type: 'person', orgId: String(created.orgId), personId: String(created.ownerId) };
  const { id: agentId } = await ok(person, 'create_agent', { name: 'robot' });
  const { key } = await ok(person, 'create_key', { agentId, access: 'write' });
  const agent: Credential = { type: 'key', key: String(key) };
  const open = async (review: boolean): Promise<Place> => {
    const { id: folderId } = await ok(person, 'create_folder', { name: review ? 'With review' : 'Without' });
    if (review) await ok(person, 'set_review', { folderId, review });
    const { docId } = await ok(person, 'create_doc', { title: 'Rules', bodyMarkdown: text, folderId });
    for (const at of [1, 20, 30]) await ok(agent, 'edit_doc', { docId, oldText: `Paragraph ${at} says`, newText: `Paragraph ${at} tells` });
    return { docId: String(docId), edits: 0 };
  };
  const places = { without: await open(false), with: await open(true) };
  for (const [who, credential] of Object.entries({ person, agent })) {
    const least = { without: Number.POSITIVE_INFINITY, with: Number.POSITIVE_INFINITY };
    for (let round = 0; round < rounds; round++)
      for (const how of ['without', 'with'] as const) least[how] = Math.min(least[how], await costOf(gateway, credential, places[how]));
    const ratio = (least.with / least.without).toFixed(2);
    process.stdout.write(`${who}: ${least.without.toFixed(0)} µs without review, ${least.with.toFixed(0)} µs with it: ${ratio} ×\n`);
  }
}

/** Time of an edit, in microseconds: of the processor on SQLite, by the clock on Postgres. */
async function costOf(gateway: Gateway, credential: Credential, place: Place): Promise<number> {
  const [cpu, clock] = [process.cpuUsage(), performance.now()];
  for (let edit = 0; edit < editsInRound; edit++) {
    // People and agents edit other paragraphs than those that wait.
    const at = 10 + (place.edits % 2);
    const [oldText, newText] = place.edits++ % 4 < 2 ? ['says', 'explains'] : ['explains', 'says'];
    const input = { docId: place.docId, oldText: `Paragraph ${at} ${oldText}`, newText: `Paragraph ${at} ${newText}` };
    const answer = await callAs(gateway, credential, 'edit_doc', input);
    if (!answer.ok) throw new Error(answer.error.message);
  }
  const { user, system } = process.cpuUsage(cpu);
  return (engine === 'Postgres' ? (performance.now() - clock) * 1000 : user + system) / editsInRound;
}
