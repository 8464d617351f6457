import { changesOf, decide, type ReviewChange, type ReviewPair, saveByPerson } from '@gatehouse/domain/review';
import { expect } from 'vitest';
import { createWorld, type Loose } from './test-world.ts';

const canary = 'zebra';
const words = ['one', 'δύο', 'три', '四', 'हिन्दी', 'ستة'];

/** Actions on a document in a folder with review. */
export const deeds = [
  'agent saves',
  'agent takes back',
  'agent moves',
  'agent deletes',
  'person saves',
  'person moves',
  'person deletes',
  'person restores',
  'person accepts',
  'person declines',
  'person declines all',
  'review is switched',
  'comment',
] as const;

export interface Step {
  deed: (typeof deeds)[number];
  at: number;
  word: number;
  what: 'replace' | 'insert' | 'remove';
}

export const wordCount = words.length;

/** Creates a workspace with a person and a key. */
export async function openReviewWorld(engine: 'sqlite' | 'postgres') {
  const world = await createWorld({ engine });
  const ada = await world.addPerson('ada@acme.test');
  const key = await world.key(ada, 'write');
  return { world, ada, key, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

type Opened = Awaited<ReturnType<typeof openReviewWorld>>;

let times = 0;

/** Creates a folder that asks for review, and one that does not. */
async function addFolders({ world, ada }: Opened) {
  times++;
  const { id: folderId } = await world.ok(ada, 'create_folder', { name: `Handbook ${times}` });
  const { id: otherId } = await world.ok(ada, 'create_folder', { name: `Drafts ${times}` });
  await world.ok(ada, 'set_review', { folderId, review: true });
  return { folderId, otherId };
}

/** A document in the gateway, and its expected state after the same steps. */
interface Model {
  opened: Opened & { folderId: string; otherId: string };
  docId: string;
  pair: ReviewPair;
  /** True while the document waits as a whole: an agent moved it into the folder, or took back its accepted deletion. */
  isNew: boolean;
  isInOther: boolean;
  /** True while the folder asks for review. */
  asks: boolean;
  /** Author of the deletion. `accepted` for an agent's deletion that does not wait, or no longer. */
  deletedBy?: 'agent' | 'accepted' | 'person' | undefined;
  /** Last call of the agent, which it can take back. */
  lastOfAgent?: 'agent saves' | 'agent moves' | 'agent deletes' | undefined;
  /** Lines that count as reviewed: people accepted or touched them, or no review was needed. */
  accepted: Set<string>;
  decisions: object[];
  edits: number;
}

/** Runs steps in the gateway and in the model, and compares both. Agents write a canary, which people never write. */
export async function expectModelled(opened: Opened, steps: readonly Step[]): Promise<void> {
  const { world, ada } = opened;
  const { folderId, otherId } = await addFolders(opened);
  const first = words.map((word) => `${word}\n\n`).join('');
  const { docId } = await world.ok(ada, 'create_doc', { title: 'Rules', bodyMarkdown: first, folderId });
  const model: Model = {
    opened: { ...opened, folderId, otherId },
    docId,
    pair: { reviewed: first, current: first },
    isNew: false,
    isInOther: false,
    asks: true,
    accepted: new Set(),
    decisions: [],
    edits: 0,
  };
  for (const step of steps) {
    // Keeps below the limit of calls per minute.
    world.clock.now += 50;
    await run(model, step);
    await expectBoth(model);
  }
  await restore(model);
  await expectDecisions(model);
  await world.ok(ada, 'delete_doc', { docId });
  await world.ok(world.owner, 'purge_item', { itemId: docId });
  for (const id of [folderId, otherId]) await world.ok(ada, 'delete_folder', { folderId: id });
}

async function run(model: Model, step: Step): Promise<void> {
  if (model.deletedBy !== undefined && !['person restores', 'agent takes back', 'person accepts', 'review is switched'].includes(step.deed))
    return;
  switch (step.deed) {
    case 'agent saves':
    case 'person saves':
      return await save(model, step);
    case 'agent takes back':
      return await takeBack(model);
    case 'agent moves':
      return await moveByAgent(model);
    case 'person moves':
      return await move(model);
    case 'agent deletes':
    case 'person deletes':
      return await remove(model, step.deed);
    case 'person restores':
      return await restore(model);
    case 'review is switched':
      return await switchReview(model);
    case 'comment':
      await model.opened.world.ok(model.opened.key, 'add_comment', { itemId: model.docId, text: 'Is this right?' });
      return;
    default:
      return await decideSome(model, step);
  }
}

const waits = ({ isNew, pair }: Model) => isNew || pair.reviewed !== pair.current;
const asksHere = ({ isInOther, asks }: Model) => asks && !isInOther;

async function save(model: Model, step: Step): Promise<void> {
  const { world, ada, key } = model.opened;
  const isAgents = step.deed === 'agent saves';
  const word = `${words[step.word]} ${isAgents ? canary : 'by hand'} ${++model.edits}`;
  const text = edited(model.pair.current, step, word);
  await world.ok(isAgents ? key : ada, 'update_doc', { docId: model.docId, bodyMarkdown: text, changeSummary: 'edited' });
  if (isAgents) model.lastOfAgent = 'agent saves';
  if (isAgents && (waits(model) || asksHere(model))) model.pair = { ...model.pair, current: text };
  else if (isAgents) acceptText(model, text);
  else saveAsPerson(model, text);
}

function saveAsPerson(model: Model, text: string): void {
  if (model.isNew) {
    model.decisions.push({ how: 'save', accepted: 1, declined: 0 });
    acceptText(model, text);
    return;
  }
  const { reviewed, touched } = saveByPerson(model.pair, text);
  acceptChanges(model, touched);
  const isRestored = text === model.pair.reviewed;
  if (touched.length > 0)
    model.decisions.push({ how: 'save', accepted: isRestored ? 0 : touched.length, declined: isRestored ? touched.length : 0 });
  model.pair = { reviewed, current: text };
}

/** Counts the whole text as reviewed. */
function acceptText(model: Model, text: string): void {
  for (const line of text.split('\n')) model.accepted.add(line);
  model.pair = { reviewed: text, current: text };
  model.isNew = false;
}

function acceptChanges({ accepted }: Model, changes: readonly ReviewChange[]): void {
  for (const { after } of changes) for (const line of after.split('\n')) accepted.add(line);
}

/** Takes back the agent's last call. The model adopts the gateway's text, because others may have changed it since. */
async function takeBack(model: Model): Promise<void> {
  const { world, ada, key } = model.opened;
  // Taking back a move is another move by the agent, which has its own step.
  if (model.lastOfAgent === undefined || model.lastOfAgent === 'agent moves') return;
  if ((model.lastOfAgent === 'agent deletes') !== (model.deletedBy !== undefined)) return;
  await world.call(key, 'take_back', {});
  model.lastOfAgent = undefined;
  if (model.deletedBy === 'accepted' && asksHere(model) && !waits(model)) model.isNew = true;
  model.deletedBy = undefined;
  const { text } = await world.ok(ada, 'read_item', { itemId: model.docId });
  if (waits(model) || asksHere(model)) model.pair = { ...model.pair, current: text };
  else acceptText(model, text);
}

async function moveByAgent(model: Model): Promise<void> {
  const { world, key, folderId, otherId } = model.opened;
  const input = { docId: model.docId, folderId: model.isInOther ? folderId : otherId };
  if (waits(model) && asksHere(model)) {
    expect(await world.refused(key, 'move_item', input)).toBe('invalid_request/protected_item');
    return;
  }
  await world.ok(key, 'move_item', input);
  model.isInOther = !model.isInOther;
  model.lastOfAgent = 'agent moves';
  if (asksHere(model) && !waits(model)) model.isNew = true;
}

async function move(model: Model): Promise<void> {
  const { world, ada, folderId, otherId } = model.opened;
  await world.ok(ada, 'move_item', { docId: model.docId, folderId: model.isInOther ? folderId : otherId });
  model.isInOther = !model.isInOther;
}

async function remove(model: Model, deed: 'agent deletes' | 'person deletes'): Promise<void> {
  const { world, ada, key } = model.opened;
  const isAgents = deed === 'agent deletes';
  await world.ok(isAgents ? key : ada, 'delete_doc', { docId: model.docId });
  if (isAgents) model.lastOfAgent = 'agent deletes';
  const isWaiting = isAgents && !model.isNew && (waits(model) || asksHere(model));
  // A document that waits as a whole stops waiting when an agent deletes it. A person who restores it accepts it.
  if (isAgents && model.isNew) acceptText(model, model.pair.current);
  model.deletedBy = isWaiting ? 'agent' : isAgents ? 'accepted' : 'person';
}

async function restore(model: Model): Promise<void> {
  const { world, ada } = model.opened;
  if (model.deletedBy === undefined) return;
  await world.ok(ada, 'restore_item', { itemId: model.docId });
  model.deletedBy = undefined;
  // The agent can no longer take back its deletion.
  if (model.lastOfAgent === 'agent deletes') model.lastOfAgent = undefined;
}

async function switchReview(model: Model): Promise<void> {
  const { world, ada, folderId } = model.opened;
  model.asks = !model.asks;
  await world.ok(ada, 'set_review', { folderId, review: model.asks, ...(!model.asks && { acceptWaiting: true }) });
  const isWaiting = waits(model) || model.deletedBy === 'agent';
  if (model.asks || model.isInOther || !isWaiting) return;
  model.decisions.push({ how: 'switched_off', accepted: null, declined: 0 });
  acceptText(model, model.pair.current);
  if (model.deletedBy === 'agent') model.deletedBy = 'accepted';
}

async function decideSome(model: Model, { deed, at }: Step): Promise<void> {
  const isAccepted = deed === 'person accepts';
  if (model.isNew || model.deletedBy !== undefined) {
    if (isAccepted && (model.deletedBy ?? 'agent') === 'agent') await acceptWhole(model);
    return;
  }
  const changes = changesOf(model.pair);
  const chosen = deed === 'person declines all' ? changes : changes.slice(at % (changes.length || 1)).slice(0, 1);
  if (chosen.length === 0) return;
  const ids = chosen.map(({ id }) => id);
  await review(model, isAccepted ? { accept: ids } : { decline: ids });
  if (isAccepted) acceptChanges(model, chosen);
  model.decisions.push({ how: 'review', accepted: isAccepted ? ids.length : 0, declined: isAccepted ? 0 : ids.length });
  model.pair = decide(model.pair, { accept: new Set(isAccepted ? ids : []), decline: new Set(isAccepted ? [] : ids) });
}

/** Accepts a document that waits as a whole, or an agent's deletion. */
async function acceptWhole(model: Model): Promise<void> {
  await review(model, { accept: true });
  model.decisions.push({ how: 'review', accepted: 1, declined: 0 });
  if (model.deletedBy === 'agent') model.deletedBy = 'accepted';
  else acceptText(model, model.pair.current);
}

async function review({ opened: { world, ada }, docId }: Model, choice: object): Promise<void> {
  const { reviewCount } = await world.ok(ada, 'read_review', { itemId: docId });
  await world.ok(ada, 'review_item', { itemId: docId, reviewCount, ...choice });
}

async function expectBoth(model: Model): Promise<void> {
  const { docId, pair, isNew, accepted, deletedBy } = model;
  const { world, ada, key } = model.opened;
  const { items } = await world.ok(ada, 'list_reviews');
  const isListed = deletedBy === undefined ? waits(model) : deletedBy === 'agent';
  expect(items.some(({ id }: Loose) => id === docId)).toBe(isListed);
  if (deletedBy !== undefined) return;
  const current = await world.ok(key, 'read_doc', { docId });
  expect(current.bodyMarkdown).toBe(pair.current);
  expect(current.reviewed).toBe(waits(model) ? false : asksHere(model) ? true : undefined);
  if (isNew) {
    expect(await world.refused(key, 'read_doc', { docId, version: 'reviewed' })).toBe('invalid_request/no_such_item');
    return;
  }
  const reviewed = await world.ok(key, 'read_doc', { docId, version: 'reviewed' });
  expect(reviewed.bodyMarkdown).toBe(pair.reviewed);
  expect((await world.ok(key, 'read_lines', { docId, version: 'reviewed', limit: 1000 })).text).toBe(pair.reviewed);
  expect(pair.reviewed.split('\n').filter((line) => line.includes(canary) && !accepted.has(line))).toEqual([]);
}

async function expectDecisions({ opened: { world, ada }, docId, decisions }: Model): Promise<void> {
  const { changes } = await world.ok(ada, 'list_changes', { itemId: docId, include: ['reviews'], limit: 100 });
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
