import fc from 'fast-check';
import { expect } from 'vitest';
import { createWorld, type Loose } from '../test-world.ts';
import { type Actor, actors, type Desk, holdName, type Step, whats } from './hand.ts';
import { isAsExpected, judge, standsThere } from './judge.ts';
import { current, type Subject } from './model.ts';
import { createHeldNames } from './names.ts';
import { perform } from './perform.ts';
import { type Actual, readSubject } from './read-subject.ts';

const what = fc.constantFrom(...whats, 'paragraph', 'paragraph', 'paragraph', 'title', 'move', 'delete');
const stepOf = (who: readonly Actor[]): fc.Arbitrary<Step> =>
  fc.record({ actor: fc.constantFrom(...who), what, subject: fc.nat(23), choice: fc.nat(11) });
const others = ['owner'] as const;

export const historyOf = (steps: number) =>
  fc.record({
    run: fc.constantFrom('key', 'agent', 'person'),
    before: fc.array(stepOf(['other key', 'ada', 'owner']), { maxLength: 6 }),
    during: fc.array(stepOf(actors), { minLength: 1, maxLength: steps, size: 'max' }),
    /** By others, between the steps of taking back. */
    meanwhile: fc.array(stepOf(others), { maxLength: 4 }),
    /** By others, before the take-back is taken back. */
    between: fc.array(stepOf(others), { maxLength: 3 }),
  });
export type History = typeof historyOf extends (steps: number) => fc.Arbitrary<infer Value> ? Value : never;

export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld(engine: 'sqlite' | 'postgres') {
  const world = await createWorld({ engine });
  const ada = await world.addPerson('ada@acme.test');
  const run = await world.key(ada, 'write');
  const [{ keyId }] = (await world.ok(ada, 'list_keys')).keys;
  const [{ id: agentId }] = (await world.ok(ada, 'list_agents')).agents;
  const credentials = { run, 'other key': await world.key(ada, 'write'), ada, owner: world.owner };
  const runs = { key: { keyId }, agent: { agentId }, person: { personId: ada.personId } };
  const people: Desk['people'] = [];
  for (const email of ['bob@acme.test', 'cleo@acme.test']) people.push({ email, personId: (await world.addPerson(email)).personId });
  const done: Desk['done'] = new Map();
  return { world, credentials, people, runs, done, histories: 0, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** Both keys are of one agent, which works for Ada. */
const partOf: Record<History['run'], readonly Actor[]> = {
  key: ['run'],
  agent: ['run', 'other key'],
  person: ['run', 'other key', 'ada'],
};

/** Two files and a skill in one folder; a skill and a file outside of folders, which has the name of the first skill. */
const setUp: readonly (readonly [what: Step['what'], choice: number])[] = [
  ['create folder', 0],
  ['share folder', 0],
  ['create doc', 0],
  ['create doc', 1],
  ['create file', 0],
  ['create file', 4],
  ['create skill', 2],
  ['create skill', 1],
  ['create file', 5],
  ['create task', 0],
];

/** Ada's documents, files, skills, tasks and folders: each history has its own. */
async function openDesk(opened: World, run: History['run']): Promise<Desk> {
  const { world, credentials, people, done } = opened;
  const isRun = (actor: Actor) => partOf[run].includes(actor);
  const desk: Desk = {
    world,
    credentials,
    isRun,
    subjects: [],
    folders: [],
    people,
    done,
    held: createHeldNames(),
    number: opened.histories++,
    counter: 0,
  };
  const asIs = { ...desk, isRun: () => false };
  for (const [what, choice] of setUp) await perform(asIs, { actor: 'ada', what, subject: 0, choice });
  for (let choice = 0; choice < 12; choice++) await perform(asIs, { actor: 'ada', what: 'paragraph', subject: choice % 4, choice });
  expect([...desk.subjects, ...desk.folders].length).toBe(setUp.length - 1);
  for (const { slots } of [...desk.subjects, ...desk.folders])
    for (const [name, slot] of slots) slots.set(name, { initial: current(slot), writes: [] });
  desk.counter = asIs.counter;
  return desk;
}

async function takeBack({ world, credentials: { ada } }: Desk, given: object, betweenSteps: () => Promise<void>) {
  world.clock.now++;
  let run: Loose = await world.ok(ada, 'prepare_take_back', given);
  const { takeBackId } = run;
  while (run.state === 'looking') run = await world.ok(ada, 'continue_take_back', { takeBackId });
  while (run.state !== 'done') {
    run = await world.ok(ada, 'apply_take_back', { takeBackId });
    await betweenSteps();
  }
  expect(run.takenBack + run.left + run.unchanged).toBe(run.found);
  const entries = new Map<string, Loose>();
  let cursor: string | null | undefined;
  do {
    const page: Loose = await world.ok(ada, 'list_take_back_items', { takeBackId, ...(cursor && { cursor }) });
    for (const entry of page.items) entries.set(entry.itemId, entry);
    cursor = page.nextCursor;
  } while (cursor);
  return { takeBackId, entries };
}

async function readAll(desk: Desk): Promise<Map<Subject, Actual>> {
  const read = new Map<Subject, Actual>();
  for (const subject of [...desk.subjects, ...desk.folders]) {
    const actual = await readSubject(desk, subject);
    read.set(subject, actual);
    if (actual) holdName(desk, subject, (slot) => actual.get(slot));
  }
  return read;
}

const countWrites = ({ slots }: Subject) => [...slots.values()].reduce((sum, { writes }) => sum + writes.length, 0);

export async function holds(opened: World, { run, before, during, meanwhile, between }: History): Promise<void> {
  const desk = await openDesk(opened, run);
  const { world } = opened;
  const asOthers = { ...desk, isRun: () => false };
  for (const step of before) await perform(asOthers, step);
  desk.counter = asOthers.counter;
  const since = ++world.clock.now;
  for (const step of during) await perform(desk, step);
  const states = await readAll(desk);
  const writes = new Map([...states.keys()].map((subject) => [subject, countWrites(subject)]));
  const waiting = [...meanwhile];
  const until = ++world.clock.now;
  const { takeBackId, entries } = await takeBack(desk, { ...opened.runs[run], since, until }, async () => {
    const step = waiting.shift();
    if (step) await perform(desk, step);
  });
  const { held } = desk;
  const taken = await readAll(desk);
  for (const [subject, actual] of taken) judge(subject, actual, { entry: entries.get(subject.id), until, held, states: taken });
  await judgeUndo(desk, { takeBackId, between, states, writes });
}

interface Undo {
  takeBackId: string;
  between: Step[];
  states: Map<Subject, Actual>;
  writes: Map<Subject, number>;
}

/** Undoing the take-back restores everything that others have not changed in between. */
async function judgeUndo(desk: Desk, { takeBackId, between, states, writes }: Undo): Promise<void> {
  const taken = await readAll(desk);
  for (const step of between) await perform(desk, step);
  const changed = await readAll(desk);
  const { entries } = await takeBack(desk, { takeBackId }, async () => {});
  for (const [subject, actual] of await readAll(desk)) {
    const about = JSON.stringify({ subject: subject.id, entry: entries.get(subject.id) });
    const isUntouched = countWrites(subject) === writes.get(subject);
    const entry = entries.get(subject.id);
    if (isUntouched && (entry?.reason ?? null) === null) judgeAsBefore(desk, subject, { actual, before: states.get(subject), about });
    if (!isUntouched) judgeSince(desk, subject, { actual, was: taken.get(subject), now: changed.get(subject), about });
  }
}

interface Since {
  actual: Actual;
  /** Before others did something in between, and after it. */
  was: Actual;
  now: Actual;
  about: string;
}

/** Changes by others in between stay. If they restored the subject, nothing else is expected. */
function judgeSince({ held }: Desk, subject: Subject, { actual, was, now, about }: Since): void {
  if (!was && now) expect(actual, about).toBeDefined();
  for (const [name, is] of (was && now) ?? []) {
    if (was?.get(name) === is || !actual || standsThere(name, actual.get(name), is)) continue;
    if (!isAsExpected(subject, { actual, name, expected: is, held })) expect(actual.get(name), `${name}: ${about}`).toEqual(is);
  }
}

interface Before {
  actual: Actual;
  before: Actual;
  about: string;
}

/** Checks that a subject is as before, except for a name that another file has taken since. */
function judgeAsBefore({ held }: Desk, subject: Subject, { actual, before, about }: Before): void {
  const name = before?.get('name');
  const isNumbered = actual && name !== undefined && isAsExpected(subject, { actual, name: 'name', expected: name, held });
  expect(isNumbered ? new Map([...actual, ['name', name]]) : actual, about).toEqual(before);
}
