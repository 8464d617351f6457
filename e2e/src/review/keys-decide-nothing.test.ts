import { describe, expect, it } from 'vitest';
import { type Known, randomOperation } from '../engines/operations.ts';
import { type Random, seededRandom } from '../engines/random.ts';
import { type Entrance, entranceKinds } from '../entrances/index.ts';
import { forEachEngine, type StorageEngine } from '../kit/engines.ts';
import { type Loose, openWorld, type World } from '../kit/world.ts';

/** An item in a place with review, and the content that people have reviewed. Undefined for an item that waits as a whole. */
interface Kept {
  id: string;
  reviewed: string | undefined;
}

const kinds = ['doc', 'file', 'skill', 'folder', 'task', 'comment', 'req'] as const;
type Found = Map<string, string[]>;

/** Things of every kind, in a folder that asks for review, and outside of folders, where the organization asks for it. */
async function makeItems(world: World, key: string, entrance: Entrance): Promise<{ kept: Kept[]; found: Found; folderId: string }> {
  const as = (tool: string, input: object): Promise<Loose> => world.as(world.owner, tool, input);
  const found: Found = new Map(kinds.map((kind) => [kind, []]));
  const note = (kind: string, id: string) => found.get(kind)?.push(id);
  const { id: folderId } = await as('create_folder', { name: 'Handbook' });
  await as('share_folder', { folderId, organization: true });
  note('folder', folderId);
  await as('set_review', { folderId, review: true });
  await as('set_review', { review: true });
  const kept: Kept[] = [];
  for (const place of [{ folderId }, {}]) {
    for (const number of [1, 2, 3, 4]) {
      const text = `one ${number}\n\ntwo x ab\n\nthree\n\n`;
      const { docId } = await as('create_doc', { title: `Doc ${number}`, bodyMarkdown: text, ...place });
      const { id: fileId } = await as('write_file', { name: `plan ${number}.md`, content: text, ...place });
      kept.push({ id: docId, reviewed: text }, { id: fileId, reviewed: text });
      note('doc', docId);
      note('file', fileId);
      if (number > 2) continue;
      // Half of them wait from the start, one as a deletion.
      await entrance.call('edit_doc', { docId, oldText: 'two x', newText: 'TWO' }, { key });
      await entrance.call('append_file', { fileId, content: 'by an agent' }, { key });
      if (number === 2) await entrance.call('delete_doc', { docId }, { key });
    }
    const { value: fresh } = await entrance.call('create_doc', { title: 'Fresh', bodyMarkdown: 'new x ab', ...place }, { key });
    kept.push({ id: fresh.docId, reviewed: undefined });
    note('doc', fresh.docId);
    const skill = { name: 'release', description: 'How to release.', content: 'one' };
    const { id } = await as('write_skill', { ...skill, ...place });
    await entrance.call('write_skill', { fileId: id, ...skill, content: 'x ab' }, { key });
    kept.push({ id, reviewed: (await as('read_file', { fileId: id, version: 'reviewed' })).content });
    note('skill', id);
  }
  const { taskId } = await as('create_task', { title: 'Do it' });
  note('task', taskId);
  return { kept, found, folderId };
}

function knownOf(random: Random, found: Found): Known {
  const pick = (kind: string) => random.pick(found.get(kind)?.length ? (found.get(kind) as string[]) : [`${kind}_none`]);
  return { pick, cursor: () => 'none' };
}

/** Texts that a key reads as reviewed, through all tools that read them, which must agree. Undefined if there is none. */
async function readReviewed(entrance: Entrance, key: string, id: string): Promise<string | undefined> {
  const isDoc = id.startsWith('doc_');
  const named = { ...(isDoc ? { docId: id } : { fileId: id }), version: 'reviewed' };
  const whole = await entrance.call(isDoc ? 'read_doc' : 'read_file', named, { key });
  const lines = await entrance.call('read_lines', { ...named, limit: 1000 }, { key });
  expect([whole.code, whole.reason]).toEqual([lines.code, lines.reason]);
  if (whole.code !== 'ok') return undefined;
  const text = isDoc ? whole.value.bodyMarkdown : whole.value.content;
  expect(lines.value.text).toBe(text);
  return text;
}

async function expectUndecided(world: World, { kept, folderId }: { kept: readonly Kept[]; folderId: string }): Promise<void> {
  await using entrance = (entranceKinds[0] as (typeof entranceKinds)[number]).open(world);
  const { key } = await world.createKey(world.owner, 'read');
  const inPlace = new Set<string | null>([folderId, null]);
  let compared = 0;
  for (const { id, reviewed } of kept) {
    const item = await world.store.read(() => world.store.items.visible(seer(world), 'any', id));
    // A key can move an item that does not wait, and change it where no review is asked for.
    if (!item || !inPlace.has(item.folderId)) continue;
    const text = await readReviewed(entrance, key, id);
    if (text !== undefined) expect([id, text]).toEqual([id, reviewed]);
    compared++;
  }
  expect(compared).toBeGreaterThan(0);
  const rows = await world.store.read(() =>
    world.store.reviewDecisions.newest(world.orgId, 0, 9, { at: Number.MAX_SAFE_INTEGER, itemId: '', number: 0 }),
  );
  expect(rows).toEqual([]);
}

function seer({ orgId, owner }: World) {
  return { orgId, personId: owner.personId, seesAll: true, limits: null, at: 0 };
}

/** Makes random calls of all tools with write keys, through every entrance. */
async function callWithKeys(engine: StorageEngine, calls: number, seed: number): Promise<Map<string, number>> {
  await using world = await openWorld({ engine });
  const random = seededRandom(seed);
  const { key: maker } = await world.createKey(world.owner, 'write');
  const ada = await world.addPerson('ada@acme.test');
  const keys = [maker, (await world.createKey(world.owner, 'write')).key, (await world.createKey(ada, 'write')).key];
  const entrances = entranceKinds.map((kind) => kind.open(world));
  const { kept, found, folderId } = await makeItems(world, maker, entrances[0] as Entrance);
  await expectUndecided(world, { kept, folderId });
  const known = knownOf(random, found);
  const done = new Map<string, number>();
  for (let call = 1; call <= calls; call++) {
    world.clock.now += 1 + random.below(400);
    const { tool, input } = random.once(20) ? { tool: 'take_back', input: {} } : randomOperation(random, known);
    const reply = await random.pick(entrances).call(tool, input, { key: random.pick(keys) });
    done.set(`${tool} ${reply.code}`, (done.get(`${tool} ${reply.code}`) ?? 0) + 1);
    if (reply.code === 'ok' && reply.requestId) found.get('req')?.push(reply.requestId);
    if (call % 100 === 0) await expectUndecided(world, { kept, folderId });
  }
  for (const entrance of entrances) await entrance[Symbol.asyncDispose]();
  expect(world.faults).toEqual([]);
  return done;
}

/** Tools whose calls must have been carried out, and those that no key may call. */
const made = ['edit_doc', 'update_doc', 'append_doc', 'restore_version', 'move_item', 'take_back', 'delete_doc', 'read_doc'];
const refused = ['review_item', 'review_skill', 'set_review', 'read_review', 'list_reviews', 'restore_item', 'purge_item'];

describe("keys decide nothing about agents' changes, and read no change as reviewed (D78)", () => {
  forEachEngine((engine) => {
    it('in 600 random calls through all entrances', async () => {
      const done = await callWithKeys(engine, 600, 20261128);
      expect(made.filter((tool) => !done.has(`${tool} ok`))).toEqual([]);
      expect(refused.filter((tool) => done.has(`${tool} ok`))).toEqual([]);
      expect(refused.filter((tool) => ![...done.keys()].some((outcome) => outcome.startsWith(`${tool} `)))).toEqual([]);
    });

    it('in 20 times 600 other calls', { tags: ['nightly'], timeout: 1_800_000 }, async () => {
      for (let run = 0; run < 20; run++) {
        const seed = (Date.now() + run) % 2 ** 31;
        const done = await callWithKeys(engine, 600, seed).catch((cause: unknown) => {
          throw new Error(`with the seed ${seed}`, { cause });
        });
        expect(refused.filter((tool) => done.has(`${tool} ok`))).toEqual([]);
      }
    });
  });
});
