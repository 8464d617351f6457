import { expect, it } from 'vitest';
import { type Random, seededRandom } from '../engines/random.ts';
import { forEachEngine, type StorageEngine } from '../kit/engines.ts';
import { type Loose, openWorld, type PersonCredential } from '../kit/world.ts';
import { type Answered, type Ask, type Cast, changeSomething, openAsk, openCast } from './random-history.ts';

const readers = ['owner', 'ada', 'bob'] as const;
type Reader = (typeof readers)[number];

/** Answer to a reader, recorded just before a quiet period. */
interface Recorded {
  at: number;
  reader: Reader;
  tool: 'browse_folder' | 'read_item' | 'list_item_versions' | 'read_task';
  input: { folderId?: string; itemId?: string; taskId?: string };
  answered: Answered;
}

/** Items, including those in the trash, and folders that a reader can see now. */
interface Sight {
  items: Set<string>;
  folders: Set<string>;
}

const quietMs = 1000;

/** Later answers about a time equal the answers at that time, limited to what the reader can see now (D67.1, D67.2, D67.3). */
forEachEngine((engine) => {
  const seeds = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

  it.each(seeds(1, 6))('gives the answers of an earlier time, as they were then: history %i', async (seed) => {
    await compareHistory(engine, seed, { changes: 60, moments: 10 });
  });

  it.each(seeds(1000, 40))(
    'gives the answers of an earlier time, as they were then: long history %i',
    { tags: 'nightly' },
    async (seed) => {
      await compareHistory(engine, seed, { changes: 300, moments: 25 });
    },
  );
});

async function compareHistory(engine: StorageEngine, seed: number, { changes, moments }: { changes: number; moments: number }) {
  await using world = await openWorld({ engine });
  const ask = openAsk(world);
  const cast = await openCast(world);
  const random = seededRandom(seed);
  const recorded: Recorded[] = [];
  for (let change = 0; change < changes; change++) {
    // Only order distinguishes calls in the same millisecond.
    if (random.once(2)) world.clock.now++;
    await changeSomething(cast, random, ask);
    if (change % Math.ceil(changes / moments) !== 0) continue;
    recorded.push(...(await recordAll(cast, ask, world.clock.now)));
    world.clock.now += quietMs;
  }
  const sights = { owner: await lookAround(ask, cast.owner), ada: await lookAround(ask, cast.ada), bob: await lookAround(ask, cast.bob) };
  const byOwner = new Map(recorded.filter(({ reader }) => reader === 'owner').map((one) => [keyOf(one), one.answered]));
  for (const one of recorded) {
    const { at, reader, tool, input, answered } = one;
    const asOf = at + random.below(quietMs);
    const again = await askAll(ask, cast[reader], tool, { ...input, asOf }, random);
    // A reader who was given access later sees earlier data, so their answer is compared with the owner's, who saw everything.
    const complete = answered.ok ? answered : byOwner.get(keyOf(one));
    expect(again, JSON.stringify({ seed, at, reader, tool, input })).toEqual(expectedOf(one, complete as Answered, sights[reader]));
  }
  expect(recorded.filter(({ answered }) => answered.ok).length).toBeGreaterThan(moments);
  expect(world.faults).toEqual([]);
}

const keyOf = ({ at, tool, input }: Recorded) => JSON.stringify([at, tool, input]);

/** Records every entry that ever existed, as each reader sees it. */
async function recordAll(cast: Cast, ask: Ask, at: number): Promise<Recorded[]> {
  const asked: Pick<Recorded, 'tool' | 'input'>[] = [
    ...[{}, ...cast.folders.map((folderId) => ({ folderId }))].map((input) => ({ tool: 'browse_folder' as const, input })),
    ...cast.items.map((itemId) => ({ tool: 'read_item' as const, input: { itemId } })),
    ...cast.items.map((itemId) => ({ tool: 'list_item_versions' as const, input: { itemId } })),
    ...cast.tasks.map((taskId) => ({ tool: 'read_task' as const, input: { taskId } })),
  ];
  const recorded: Recorded[] = [];
  for (const reader of readers)
    for (const one of asked) recorded.push({ ...one, at, reader, answered: await askAll(ask, cast[reader], one.tool, one.input) });
  return recorded;
}

/** Gets one answer. Joins the pages of a list, ordered by ID. */
async function askAll(ask: Ask, person: PersonCredential, tool: Recorded['tool'], input: object, random?: Random): Promise<Answered> {
  if (tool !== 'browse_folder') return withoutAddress(await ask(person, tool, input));
  const items: Loose[] = [];
  for (let cursor: string | null | undefined; ; ) {
    const limit = random ? 1 + random.below(5) : 60;
    const page = await ask(person, tool, { ...input, limit, ...(cursor && { cursor }) });
    if (!page.ok) return page;
    items.push(...page.value.items);
    cursor = page.value.nextCursor;
    if (cursor === null)
      return withoutRights({ folder: page.value.folder, items: items.sort((one, other) => (one.id < other.id ? -1 : 1)) });
  }
}

/** Leaves out download addresses, which differ in each answer, and rights, which are always current. */
function withoutAddress(answer: Answered): Answered {
  if (!answer.ok) return answer;
  const { downloadUrl: _, nextCursor: __, canWrite: ___, ...value } = answer.value;
  return { ok: true, value };
}

function withoutRights({ folder, items }: Loose): Answered {
  const { canWrite: _, ...rest } = folder ?? {};
  return { ok: true, value: { folder: folder && rest, items } };
}

async function lookAround(ask: Ask, person: PersonCredential): Promise<Sight> {
  const list = async (tool: string, name: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await ask(person, tool, { ...(cursor && { cursor }) });
      if (!page.ok) throw new Error(`${tool} was refused: ${page.reason}`);
      ids.push(...page.value[name].map((row: Loose) => row.id ?? row.docId));
      cursor = page.value.nextCursor;
    }
    return ids;
  };
  const lists = [
    await list('list_docs', 'docs'),
    await list('list_files', 'files'),
    await list('list_skills', 'skills'),
    await list('list_trash', 'items'),
  ];
  return { items: new Set(lists.flat()), folders: new Set(await list('list_folders', 'folders')) };
}

const absent: Answered = { ok: false, reason: 'no_such_item' };

/** Limits an answer to what the reader can see now. `complete` is the answer to a reader who saw everything. */
function expectedOf({ tool, input, answered }: Recorded, complete: Answered, sight: Sight): Answered {
  if (!complete.ok) return absent;
  switch (tool) {
    case 'read_task':
      return complete;
    case 'list_item_versions':
      return sight.items.has(input.itemId as string) ? complete : absent;
    case 'read_item': {
      if (!sight.items.has(input.itemId as string)) return absent;
      const { folderName, ...value } = complete.value;
      return { ok: true, value: sight.folders.has(value.folderId) ? { ...value, folderName } : value };
    }
    case 'browse_folder': {
      if (input.folderId !== undefined && !sight.folders.has(input.folderId)) return absent;
      const { folder, items } = complete.value;
      // A reader did not own a folder that they could not see.
      const isOwner = answered.ok && folder?.isOwner;
      return { ok: true, value: { folder: folder && { ...folder, isOwner }, items: items.filter(({ id }: Loose) => sight.items.has(id)) } };
    }
    default:
      return tool satisfies never;
  }
}
