import type { Credential, Gateway } from '@gatehouse/core';
import type { Store } from '@gatehouse/storage';
import { compareLeast, costOf } from './compare-least.ts';
import { ask, createOwner, gatewayOn } from './gateway-calls.ts';
import { onEngine } from './on-engine.ts';
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

step(`edits on ${engine}, ${rounds} rounds of ${editsInRound}`);
await onEngine(engine, measure);
process.exit();

async function measure(store: Store): Promise<void> {
  const gateway = gatewayOn(store, { callsPerMinute: 1_000_000_000 });
  const person = await createOwner(gateway);
  const { id: agentId } = await ask(gateway, person, 'create_agent', { name: 'robot' });
  const { key } = await ask(gateway, person, 'create_key', { agentId, access: 'write' });
  const agent: Credential = { type: 'key', key: String(key) };
  const open = async (review: boolean): Promise<Place> => {
    const { id: folderId } = await ask(gateway, person, 'create_folder', { name: review ? 'With review' : 'Without' });
    if (review) await ask(gateway, person, 'set_review', { folderId, review });
    const { docId } = await ask(gateway, person, 'create_doc', { title: 'Rules', bodyMarkdown: text, folderId });
    for (const at of [1, 20, 30])
      await ask(gateway, agent, 'edit_doc', { docId, oldText: `Paragraph ${at} says`, newText: `Paragraph ${at} tells` });
    return { docId: String(docId), edits: 0 };
  };
  const places = { without: await open(false), with: await open(true) };
  for (const [who, credential] of Object.entries({ person, agent }))
    await compareLeast(who, rounds, {
      without: () => costOfEdits(gateway, credential, places.without),
      with: () => costOfEdits(gateway, credential, places.with),
    });
}

/** Time of an edit, in microseconds: of the processor on SQLite, by the clock on Postgres. */
async function costOfEdits(gateway: Gateway, credential: Credential, place: Place): Promise<number> {
  const began = performance.now();
  const cost = await costOf(editsInRound, () => {
    // People and agents edit other paragraphs than those that wait.
    const at = 10 + (place.edits % 2);
    const [oldText, newText] = place.edits++ % 4 < 2 ? ['says', 'explains'] : ['explains', 'says'];
    const input = { docId: place.docId, oldText: `Paragraph ${at} ${oldText}`, newText: `Paragraph ${at} ${newText}` };
    return ask(gateway, credential, 'edit_doc', input);
  });
  return engine === 'Postgres' ? ((performance.now() - began) * 1000) / editsInRound : cost;
}
