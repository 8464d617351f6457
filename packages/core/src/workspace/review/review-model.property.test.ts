import { changesOf, decide, type ReviewChange, type ReviewPair, saveByPerson } from '@gatehouse/domain/review';
import { postgresMissing } from '@gatehouse/storage/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorld, type Loose } from '../../testing/test-world.ts';

const canary = 'zebra';
const words = ['one', 'two', 'три', '四', 'five', 'ستة'];

interface Step {
  who: 'agent' | 'agent takes back' | 'person' | 'accept' | 'decline' | 'decline all';
  at: number;
  word: number;
  what: 'replace' | 'insert' | 'remove';
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('agent', 'agent', 'agent takes back', 'person', 'person', 'accept', 'decline', 'decline all'),
  at: fc.nat(20),
  word: fc.nat(words.length - 1),
  what: fc.constantFrom('replace', 'insert', 'remove'),
});

async function openReviewed(engine: 'sqlite' | 'postgres') {
  const world = await createWorld({ engine });
  const ada = await world.addPerson('ada@acme.test');
  const key = await world.key(ada, 'write');
  const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Handbook' });
  await world.ok(ada, 'set_review', { folderId, review: true });
  return { world, ada, key, folderId, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

type Opened = Awaited<ReturnType<typeof openReviewed>>;

/** A document in the gateway, and what the pure functions make of the same steps. */
interface Modelled {
  opened: Opened;
  docId: string;
  pair: ReviewPair;
  /** Lines that people have accepted, by a decision or by touching them. */
  accepted: Set<string>;
  decisions: object[];
  edits: number;
}

/** Runs steps through the gateway and on the pure functions. Words of agents carry a canary, which people never write. */
async function holds(opened: Opened, steps: readonly Step[]): Promise<void> {
  const { world, ada, folderId } = opened;
  const first = words.map((word) => `${word}\n\n`).join('');
  const { docId } = await world.ok(ada, 'create_doc', { title: 'Rules', bodyMarkdown: first, folderId });
  const model: Modelled = { opened, docId, pair: { reviewed: first, current: first }, accepted: new Set(), decisions: [], edits: 0 };
  for (const given of steps) {
    if (given.who === 'agent takes back') await takeBack(model);
    else if (given.who === 'agent' || given.who === 'person') await save(model, given);
    else await decideSome(model, given);
    await expectBoth(model);
  }
  await expectDecisions(model);
  await world.ok(ada, 'delete_doc', { docId });
}

async function takeBack(model: Modelled): Promise<void> {
  const { world, ada, key } = model.opened;
  const answer = await world.call(key, 'take_back', {});
  if (answer.ok) model.pair = { ...model.pair, current: (await world.ok(ada, 'read_item', { itemId: model.docId })).text };
}

async function save(model: Modelled, given: Step): Promise<void> {
  const { world, ada, key } = model.opened;
  const isAgents = given.who === 'agent';
  const word = `${words[given.word]} ${isAgents ? canary : 'by hand'} ${++model.edits}`;
  const text = edited(model.pair.current, given, word);
  await world.ok(isAgents ? key : ada, 'update_doc', { docId: model.docId, bodyMarkdown: text, changeSummary: 'edited' });
  const { reviewed, touched } = isAgents ? { reviewed: model.pair.reviewed, touched: [] } : saveByPerson(model.pair, text);
  accept(model, touched);
  const isRestored = text === model.pair.reviewed;
  if (touched.length > 0)
    model.decisions.push({ how: 'save', accepted: isRestored ? 0 : touched.length, declined: isRestored ? touched.length : 0 });
  model.pair = { reviewed, current: text };
}

async function decideSome(model: Modelled, { who, at }: Step): Promise<void> {
  const { world, ada } = model.opened;
  const changes = changesOf(model.pair);
  const chosen = who === 'decline all' ? changes : changes.slice(at % (changes.length || 1)).slice(0, 1);
  if (chosen.length === 0) return;
  const ids = chosen.map(({ id }) => id);
  const { reviewCount } = await world.ok(ada, 'read_review', { itemId: model.docId });
  const choice = who === 'accept' ? { accept: ids, decline: [] } : { accept: [], decline: ids };
  await world.ok(ada, 'review_item', { itemId: model.docId, reviewCount, ...choice });
  if (who === 'accept') accept(model, chosen);
  model.decisions.push({ how: 'review', accepted: choice.accept.length, declined: choice.decline.length });
  model.pair = decide(model.pair, { accept: new Set(choice.accept), decline: new Set(choice.decline) });
}

function accept({ accepted }: Modelled, changes: readonly ReviewChange[]): void {
  for (const { after } of changes) for (const line of after.split('\n')) accepted.add(line);
}

async function expectBoth({ opened: { world, key }, docId, pair, accepted }: Modelled): Promise<void> {
  const reviewed = await world.ok(key, 'read_doc', { docId, version: 'reviewed' });
  const current = await world.ok(key, 'read_doc', { docId });
  expect({ reviewed: reviewed.bodyMarkdown, current: current.bodyMarkdown }).toEqual(pair);
  expect(reviewed.reviewed).toBe(pair.reviewed === pair.current);
  expect((await world.ok(key, 'read_lines', { docId, version: 'reviewed', limit: 1000 })).text).toBe(pair.reviewed);
  expect(pair.reviewed.split('\n').filter((line) => line.includes(canary) && !accepted.has(line))).toEqual([]);
}

async function expectDecisions({ opened: { world, key }, docId, decisions }: Modelled): Promise<void> {
  const { changes } = await world.ok(key, 'list_changes', { itemId: docId, include: ['reviews'], limit: 100 });
  const found = (changes as Loose[]).filter(({ what }) => what === 'reviewed').toReversed();
  expect(found.map(({ review: { version, ...decision } }) => decision)).toEqual(decisions);
}

function edited(text: string, { at, what }: Step, word: string): string {
  const paragraphs = text.split('\n\n').filter((one) => one !== '');
  const place = at % (paragraphs.length + 1);
  if (what === 'insert' || paragraphs.length < 3) paragraphs.splice(place, 0, word);
  else if (what === 'remove') paragraphs.splice(place % paragraphs.length, 1);
  else paragraphs[place % paragraphs.length] = word;
  return paragraphs.map((one) => `${one}\n\n`).join('');
}

async function holdsFor(engine: 'sqlite' | 'postgres', sequences: number): Promise<void> {
  await using opened = await openReviewed(engine);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), (steps) => holds(opened, steps)),
    { numRuns: sequences },
  );
}

describe('a reviewed document matches the model of its changes, and contains no agent’s change that nobody has accepted (D78)', () => {
  it('in 25 sequences on SQLite', { timeout: 120_000 }, () => holdsFor('sqlite', 25));
  it.skipIf(postgresMissing() !== undefined)('in 8 sequences on Postgres', { timeout: 120_000 }, () => holdsFor('postgres', 8));
  it('in many sequences on SQLite', { tags: ['nightly'], timeout: 1_200_000 }, () => holdsFor('sqlite', 1000));
  it.skipIf(postgresMissing() !== undefined)('in many sequences on Postgres', { tags: ['nightly'], timeout: 1_200_000 }, () =>
    holdsFor('postgres', 300),
  );
});
