import { dayMs } from '@gatehouse/domain';
import { commentsPerLook } from '@gatehouse/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids/ids.ts';
import { costlySkills } from '../../testing/costly-skills.ts';
import { leastProcessorMs } from '../../testing/processor-time.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';
import { toJsonSchema } from '../registry/json-schema.ts';
import { allTools } from './all-tools.ts';

/** Lists whose costliest entries are made by the test in that file. */
const elsewhere: Record<string, string> = {
  list_service_tools: 'packages/core/src/services/tools/list-costs.test.ts',
  list_connection_tools: 'packages/core/src/services/tools/list-costs.test.ts',
  list_skills: 'packages/core/src/workspace/skills/list-costs.test.ts',
};

/** Arguments of the largest page of each list. */
const pages: Record<string, (made: Made) => object> = {
  search: () => ({ query: `${question} "quoted"`, match: 'best' }),
  list_docs: () => ({ limit: 200 }),
  find_text: ({ longDocId }) => ({ docId: longDocId, query: 'a', limit: 50, contextLines: 10 }),
  grep: () => ({ query: 'zebra', type: 'doc', limit: 100 }),
  read_lines: ({ longDocId }) => ({ docId: longDocId, startLine: 1, limit: 1000 }),
  list_files: () => ({ limit: 200 }),
  list_folders: () => ({ limit: 200 }),
  list_versions: ({ docId }) => ({ docId, limit: 100 }),
  list_changes: () => ({ since: 1, limit: 100 }),
  list_tasks: () => ({ limit: 200 }),
  list_members: () => ({ limit: 200 }),
  list_comments: ({ longDocId }) => ({ itemId: longDocId, limit: 100 }),
  browse_folder: () => ({ limit: 60 }),
  browse_tasks: () => ({ limit: 200 }),
  browse_skills: () => ({ limit: 200 }),
  list_bulk_changes: () => ({ limit: 20 }),
  read_bulk_change: ({ bulkChangeId }) => ({ bulkChangeId }),
  list_folder_viewers: ({ folderId }) => ({ folderId, limit: 200 }),
  list_item_versions: ({ docId }) => ({ itemId: docId, limit: 100 }),
  list_take_back_items: ({ takeBackId }) => ({ takeBackId, limit: 30 }),
  list_take_backs: () => ({ limit: 100 }),
  preview_take_back: ({ takeBackId }) => ({ takeBackId, limit: 100 }),
  list_skill_loads: ({ skillId }) => ({ itemId: skillId, limit: 200 }),
  list_trash: () => ({ limit: 200 }),
  list_reviews: () => ({ limit: 200 }),
  list_inbox: () => ({ limit: 200 }),
  list_agents: () => ({ limit: 200 }),
  list_connect_attempts: () => ({ limit: 100 }),
  list_keys: () => ({ limit: 200 }),
  list_people: () => ({ limit: 200 }),
  list_groups: () => ({ limit: 200 }),
  list_group_people: ({ groupId }) => ({ groupId, limit: 200 }),
  list_activity: () => ({ limit: 500 }),
  list_news: () => ({}),
  activity_histogram: ({ now }) => ({ from: now - 365 * dayMs, to: now + dayMs }),
};

/** Further calls that are costly for another reason. */
const others: [string, (made: Made) => object][] = [
  ['search', () => ({ query: question, match: 'best', type: 'task' })],
  ['search', () => ({ query: question, match: 'words' })],
  ['search', () => ({ query: `${question} nowhere` })],
  ['list_comments', () => ({ mine: true, limit: 100 })],
  ['count_inbox', () => ({})],
];

type Made = Record<'docId' | 'longDocId' | 'folderId' | 'skillId' | 'takeBackId' | 'bulkChangeId' | 'groupId', string> & { now: number };

/** Lists with few or small entries here. */
const small = new Set([
  'list_connect_attempts',
  'list_take_backs',
  'list_skill_loads',
  'list_bulk_changes',
  'list_news',
  'list_reviews',
  'count_inbox',
  'activity_histogram',
]);

const question = 'zebra quagga numbat axolotl wombat platypus';
const count = 200;
/** A name with emoji and marks, which take the longest to read. */
const title = (at: number, most = 200) =>
  Array.from(`${at} ${'ﬁ👩\u200d💻 '.repeat(50)}`)
    .slice(0, most - 5)
    .join('')
    .replace(/👩(?:\u200d)?$/u, '')
    .trim();
const tags = Array.from({ length: 20 }, (_, at) => `${at}${'é'.repeat(48)}`);

async function times<T>(number: number, make: (at: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let at = 0; at < number; at++) made.push(await make(at));
  return made;
}

describe('the costliest page', () => {
  let world: World;
  let made: Made;
  beforeAll(async () => {
    world = await createWorld();
    world.clock.now += dayMs;
    made = await fill(world);
    while (await world.store.indexWords());
  }, 120_000);
  afterAll(async () => await world[Symbol.asyncDispose]());

  it('is measured for every list', () => {
    const lists = allTools.filter(({ audience, input }) => {
      const { properties = {} } = toJsonSchema(input, 'input') as { properties?: Record<string, Loose> };
      return (audience === 'agent' || audience === 'person') && properties.limit !== undefined;
    });
    const known = [...Object.keys(pages), ...Object.keys(elsewhere)];
    expect(lists.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !allTools.some((tool) => tool.name === name))).toEqual([]);
  });

  it.each([...Object.entries(pages), ...others])('of %s blocks this thread for a bounded time', async (tool, inputOf) => {
    const input = inputOf(made);
    const least = await leastProcessorMs(6, 30, async () => {
      const page = JSON.stringify(await world.ok(world.owner, tool, input));
      if (!small.has(tool)) expect(page.length).toBeGreaterThan(4000);
    });
    // Alone they take 1 to 60 ms. Beside other work, processor time doubles.
    expect(least).toBeLessThan(120);
  });
});

/** Notes with words that occur for no other number. */
function manyWords(number: number): string {
  return Array.from({ length: 200 }, (_, at) => `é${number}x${at}`)
    .join(' ')
    .slice(0, 2000);
}

async function fill(world: World): Promise<Made> {
  const { owner } = world;
  const ok = (tool: string, input: object) => world.ok(owner, tool, input);
  const { id: folderId } = await ok('create_folder', { name: 'Shared' });
  await times(count, async (at) => await world.addPerson(`${'x'.repeat(50)}${at}@acme.test`));
  await ok('share_folder', { folderId, organization: true });
  await times(count, async (at) => await ok('create_folder', { name: title(at, 80) }));
  await times(5 * count, async (at) => await ok('create_task', { title: `zebra quagga numbat ${at}`, notes: manyWords(at) }));
  const text = `${question} quoted\n`.repeat(20);
  const agent = await world.key(owner, 'write');
  const makeDoc = async (at: number, bodyMarkdown: string): Promise<string> => {
    const { docId } = await world.ok(agent, 'create_doc', { title: title(at), bodyMarkdown });
    await ok('set_tags', { docId, tags });
    return docId;
  };
  const docs = await times(count, async (at) => await makeDoc(at, text + 'ﬁ '.repeat(5000)));
  await times(count, async (at) => {
    const { id: fileId } = await ok('write_file', { name: title(at), content: text });
    await ok('set_tags', { fileId, tags });
  });
  const { docId: longDocId } = await ok('create_doc', { title: 'long', bodyMarkdown: `${'aé'.repeat(499)}\n`.repeat(600) });
  const docId = docs[0] ?? '';
  await addComments(world, [longDocId, docId]);
  await times(100, async (at) => await ok('append_doc', { docId, text: `line ${at}\n` }));
  for (const id of await times(count, async (at) => await makeDoc(at, text))) await ok('delete_doc', { docId: id });
  const { id: skillId } = await ok('write_skill', {
    content: `---\nname: long\ndescription: Long.\n---\n${'word\u200b '.repeat(100_000)}`,
  });
  const [costly] = costlySkills;
  await times(count, async (at) => await ok('write_skill', { content: costly?.content(at) }));
  await times(count, async (at) => {
    const { id: agentId } = await ok('create_agent', { name: title(at, 80) });
    await ok('create_key', { agentId, access: 'write', tools: ['search', 'read_doc', 'list_docs'] });
  });
  const itemIds = Array.from({ length: 2000 }, (_, at) => `doc_${'x'.repeat(180)}${at}`);
  const { bulkChangeId } = await ok('change_items', { action: 'delete', itemIds });
  await times(9, async () => await ok('change_items', { action: 'delete', itemIds }));
  await failAll(world, bulkChangeId, itemIds.length);
  const { takeBackId } = await ok('prepare_take_back', { personId: owner.personId, since: 1 });
  for (let found = await ok('continue_take_back', { takeBackId }); found.state === 'looking'; )
    found = await ok('continue_take_back', { takeBackId });
  const { groupId } = await makeGroups(world);
  return { docId, longDocId, folderId, skillId, takeBackId, bulkChangeId, groupId, now: world.clock.now };
}

/** Makes groups that contain everyone. */
async function makeGroups(world: World): Promise<Loose> {
  const emails = Array.from({ length: count }, (_, at) => `${'x'.repeat(50)}${at}@acme.test`);
  const make = async (at: number) => await world.ok(world.owner, 'create_group', { name: title(at, 80), emails });
  const [first] = await times(count, make);
  return first;
}

/** Adds long comments whose quotes are not in the text, so that lists search all of it for them. One in twenty mentions the owner. */
async function addComments({ store, owner, orgId, clock }: World, subjectIds: string[]): Promise<void> {
  const author = { personId: 'person_other', agentId: 'agent_other', entrance: 'mcp', requestId: null } as const;
  const open = { answerTo: null, createdAt: clock.now, editedAt: null, resolvedAt: null, resolvedBy: null, resolvedByAgent: null };
  await store.perform(
    function* () {
      for (let at = 0; at < 2 * commentsPerLook; at++) {
        const [subjectId = '', quote] = [subjectIds[at < 500 ? 0 : 1], `${'aé'.repeat(400)}${at}`];
        const mentions = at % 20 === 0 ? [owner.personId] : [];
        const id = newId('comment', clock.now);
        yield* store.comments.create({
          ...author,
          ...open,
          orgId,
          id,
          subjectId,
          body: 'é '.repeat(1365),
          quote,
          quoteStart: 300_000,
          mentions,
        });
      }
    },
    { changes: true },
  );
}

/** Stores a different refusal for each item. */
async function failAll({ store, orgId }: World, id: string, items: number): Promise<void> {
  await store.perform(
    function* () {
      for (let number = 0; number < items; number++) {
        const message = `the item ${number} ${'cannot be changed '.repeat(10)}`;
        yield* store.bulkChanges.endItem(
          { orgId, id },
          { number, outcome: 'failed', code: 'invalid_request', reason: 'no_such_item', message },
        );
      }
    },
    { changes: true },
  );
}
