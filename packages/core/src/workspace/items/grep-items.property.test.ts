import { testEngines } from '@gatehouse/storage/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryText } from '../../testing/arbitrary-text.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

const anyItem = fc.record({
  type: fc.constantFrom('doc', 'file', 'skill', 'image'),
  text: arbitraryText,
  folder: fc.nat(2),
  sameTime: fc.boolean(),
});
const plans = fc.record({
  items: fc.array(anyItem, { minLength: 1, maxLength: 7 }),
  query: fc.constantFrom('a', 'ab', 'É', 'σ', 'k', '“', '1'),
  limit: fc.integer({ min: 1, max: 4 }),
  type: fc.constantFrom(undefined, 'doc', 'file', 'skill'),
  inFolder: fc.boolean(),
});

const sameText = { text: 'a\nab\na\nA\n', folder: 0, sameTime: true };
type Plan = typeof plans extends fc.Arbitrary<infer Value> ? Value : never;
/** Plan with lines to find in each type, over several pages, whatever the random plans contain. */
const withLines: Plan = {
  items: (['doc', 'file', 'skill'] as const).map((type) => ({ ...sameText, type })),
  query: 'a',
  limit: 2,
  type: undefined,
  inFolder: true,
};

type Item = { type: string; id: string; title: string; updatedAt: number; folderId: string | null };

async function create(world: World, { type, text }: { type: string; text: string }, index: number, folderId: string | undefined) {
  const place = folderId === undefined ? {} : { folderId };
  if (type === 'doc') return await world.ok(world.owner, 'create_doc', { title: `doc ${index}`, bodyMarkdown: text, ...place });
  if (type === 'skill')
    return await world.ok(world.owner, 'write_skill', { name: `s-${index}`, description: 'd', content: `x\n${text}`, ...place });
  const content = type === 'file' ? { content: text } : { contentBase64: Buffer.from(`\0${text}`).toString('base64') };
  return await world.ok(world.owner, 'write_file', { name: `f-${index}`, ...content, ...place });
}

async function newestFirst(world: World): Promise<Item[]> {
  const { docs } = await world.ok(world.owner, 'list_docs');
  const { files } = await world.ok(world.owner, 'list_files');
  const { skills } = await world.ok(world.owner, 'list_skills');
  const all: Item[] = [
    ...docs.map((doc: Loose) => ({ ...doc, type: 'doc' })),
    ...files.filter(({ kind }: Loose) => kind === 'text').map((file: Loose) => ({ ...file, type: 'file', title: file.name })),
    ...skills.map((skill: Loose) => ({ ...skill, type: 'skill', title: skill.name })),
  ];
  return all.sort((left, right) => right.updatedAt - left.updatedAt || (left.id < right.id ? 1 : -1));
}

async function removeAll(world: World): Promise<void> {
  const { docs } = await world.ok(world.owner, 'list_docs');
  for (const { id, isSystem } of docs) if (!isSystem) await world.ok(world.owner, 'delete_doc', { docId: id });
  const [{ files }, { skills }] = [await world.ok(world.owner, 'list_files'), await world.ok(world.owner, 'list_skills')];
  for (const { id } of [...files, ...skills]) await world.ok(world.owner, 'delete_file', { fileId: id });
}

async function linesOf(world: World, { type, id, title }: Item, query: string): Promise<Loose[]> {
  const found = await world.ok(world.owner, 'find_text', { [type === 'doc' ? 'docId' : 'fileId']: id, query, limit: 50, contextLines: 0 });
  return found.matches.map(({ line, text }: Loose) => ({ type, id, title, line, text, url: found.url }));
}

async function pagesOf(world: World, request: object): Promise<Loose[]> {
  const pages: Loose[] = [];
  for (let cursor: string | undefined; pages.length < 1_000; ) {
    const page = await world.ok(world.owner, 'grep', { ...request, cursor });
    pages.push(page);
    if (page.nextCursor === null) return pages;
    cursor = page.nextCursor;
  }
  throw new Error('grep does not end');
}

describe.each(testEngines())('grep on $name', ({ dialect, missing }) => {
  it.skipIf(missing !== undefined)(
    'returns the lines that find_text returns for every text, newest first, without gaps between pages',
    async () => {
      await using world = await createWorld({ engine: dialect });
      let found = 0;
      await fc.assert(
        fc.asyncProperty(plans, async ({ items, query, limit, type, inFolder }) => {
          await removeAll(world);
          const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: `folder ${world.clock.now} ${Math.random()}` });
          for (const [index, item] of items.entries()) {
            if (!item.sameTime) world.clock.now++;
            await create(world, item, index + world.clock.now, item.folder === 0 ? folderId : undefined);
          }
          const request = { query, limit, type, ...(inFolder && { folderId }) };
          const among = (await newestFirst(world)).filter(
            (item) => (!type || item.type === type) && (!inFolder || item.folderId === folderId),
          );
          const expected = (await Promise.all(among.map((item) => linesOf(world, item, query)))).flat();
          const pages = await pagesOf(world, request);
          expect(pages.flatMap(({ matches }) => matches)).toEqual(expected);
          for (const { matches } of pages.slice(0, -1)) expect(matches).toHaveLength(limit);
          found += expected.length;
        }),
        { numRuns: 40, examples: [[withLines]] },
      );
      expect(found).toBeGreaterThan(10);
    },
  );
});

describe('grep', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `needle ${index + 1}`).join('\n');
  const at = (page: Loose) => page.matches.map(({ title, line }: Loose) => `${title}:${line}`);

  async function withTwoDocs() {
    const world = await createWorld();
    const older = (await world.ok(world.owner, 'create_doc', { title: 'older', bodyMarkdown: numbered(2) })).docId;
    world.clock.now++;
    const newer = (await world.ok(world.owner, 'create_doc', { title: 'newer', bodyMarkdown: numbered(5) })).docId;
    world.clock.now++;
    const first = await world.ok(world.owner, 'grep', { query: 'needle', limit: 2 });
    expect(at(first)).toEqual(['newer:1', 'newer:2']);
    const next = (limit: number) => world.ok(world.owner, 'grep', { query: 'needle', limit, cursor: first.nextCursor });
    return { world, older, newer, next, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  }

  it('continues after the last line, even in a text that has changed since', async () => {
    await using opened = await withTwoDocs();
    const { world, newer, next } = opened;
    await world.ok(world.owner, 'edit_doc', { docId: newer, oldText: 'needle 4', newText: 'thread' });
    await world.ok(world.owner, 'create_doc', { title: 'newest', bodyMarkdown: numbered(9) });
    expect(at(await next(3))).toEqual(['newer:3', 'newer:5', 'older:1']);
    const rest = await next(50);
    expect(at(rest)).toEqual(['newer:3', 'newer:5', 'older:1', 'older:2']);
    expect(rest.nextCursor).toBeNull();
  });

  it('continues with the next text if the last one is gone', async () => {
    await using opened = await withTwoDocs();
    const { world, newer, next } = opened;
    await world.ok(world.owner, 'delete_doc', { docId: newer });
    expect(at(await next(50))).toEqual(['older:1', 'older:2']);
  });

  it('searches the text files of skills too, page by page, and returns their paths (D22)', async () => {
    await using world = await createWorld();
    const files = [
      { path: 'references/a.md', content: numbered(3) },
      { path: 'references/b.md', content: `x\n${numbered(2)}` },
      { path: 'z.bin', contentBase64: Buffer.from('\0needle').toString('base64') },
    ];
    const skill = { name: 'sew', description: 'd', content: 'needle 0', files };
    const { id: fileId } = await world.ok(world.owner, 'write_skill', skill);
    world.clock.now++;
    await world.ok(world.owner, 'create_doc', { title: 'newer', bodyMarkdown: 'needle 9' });
    const all = ['newer::1', 'sew::6', 'sew:references/a.md:1', 'sew:references/a.md:2', 'sew:references/a.md:3'];
    all.push('sew:references/b.md:2', 'sew:references/b.md:3');
    for (const limit of [1, 2, 3, 50]) {
      const pages = await pagesOf(world, { query: 'needle', limit });
      const lines = pages.flatMap(({ matches }) => matches.map(({ title, path = '', line }: Loose) => `${title}:${path}:${line}`));
      expect(lines).toEqual(all);
    }
    const found = await world.ok(world.owner, 'find_text', { fileId, query: 'needle 3' });
    expect([found.totalMatches, found.note]).toEqual([0, expect.stringContaining('search all of them with grep')]);
    expect(await world.ok(world.owner, 'find_text', { fileId, path: 'references/a.md', query: 'needle 3' })).not.toHaveProperty('note');
  });

  it('refuses a cursor of another query, type or folder', async () => {
    await using opened = await withTwoDocs();
    const { world } = opened;
    const { nextCursor: cursor } = await world.ok(world.owner, 'grep', { query: 'needle', limit: 1 });
    for (const other of [{ query: 'Needle' }, { query: 'needle', type: 'doc' }]) {
      expect(await world.refused(world.owner, 'grep', { ...other, cursor })).toBe('invalid_request/invalid_cursor');
    }
  });

  it('searches a bounded part per call, but at least one text, and returns at most 64 KiB', async () => {
    await using world = await createWorld();
    for (let index = 0; index < 5; index++) {
      world.clock.now++;
      await world.ok(world.owner, 'write_file', { name: `large-${index}.txt`, content: `${'x'.repeat(1_500_000)}\nneedle\n` });
    }
    world.clock.now++;
    await world.ok(world.owner, 'write_file', { name: 'largest.txt', content: `${'x'.repeat(11_000_000)}\nneedle\n` });
    const pages = await pagesOf(world, { query: 'needle', type: 'file' });
    expect(pages.map(({ scanned, matches }) => [scanned, matches.length])).toEqual([
      [1, 1],
      [2, 2],
      [2, 2],
      [1, 1],
    ]);
    world.clock.now++;
    for (let index = 0; index < 250; index++)
      await world.ok(world.owner, 'write_file', { name: `small-${index}.bin`, contentBase64: 'AAEC' });
    const idle = await pagesOf(world, { query: 'nothing like it', type: 'file' });
    expect(idle.slice(0, 3).map(({ scanned, matches }) => [scanned, matches.length])).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
    const long = `${`needle ${'é'.repeat(990)}\n`.repeat(100)}`;
    await world.ok(world.owner, 'write_file', { name: 'long.txt', content: long });
    const wide = await pagesOf(world, { query: 'needle', type: 'file', limit: 100 });
    expect(Math.max(...wide.map((page) => Buffer.byteLength(JSON.stringify(page))))).toBeLessThan(70_000);
    expect(wide.flatMap(({ matches }) => matches)).toHaveLength(106);
  });
});
