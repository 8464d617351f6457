import { describe, expect, it } from 'vitest';
import { maxDocument } from './document-messages.ts';
import { createDocumentThreads, type DocumentThreadOptions } from './document-thread.ts';

type Options = Partial<DocumentThreadOptions> & { heapMb?: number };

const read = (text: string, { heapMb, ...more }: Options = {}) =>
  createDocumentThreads(heapMb === undefined ? {} : { heapMb }).read(
    { bytes: new TextEncoder().encode(text) },
    { received: (tools) => tools, signal: new AbortController().signal, ...more },
  );

/** Makes a document with this many operations, each with its own body. */
function large(operations: number, bytesOfEach: number): object {
  const words = 'words that say something '.repeat(Math.ceil(bytesOfEach / 25 / 20));
  const properties = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, { type: 'string', description: words }]));
  const body = { requestBody: { content: { 'application/json': { schema: { properties } } } } };
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, at) => [`/p${at}`, { post: { operationId: `op${at}`, ...body } }]),
  );
  return { openapi: '3.0.3', servers: [{ url: 'https://api.example.test/v1' }], paths };
}

const bomb = [...'bcdefghijk'].map((name, at) => `${name}: &${name} [${`*${'abcdefghijk'[at]},`.repeat(10)}]\n`).join('');

describe('a document that is read on a thread', () => {
  it('returns its tools, its address, the left-out operations, and its progress', async () => {
    const document = large(2, 100) as { paths: Record<string, object> };
    document.paths['/files'] = { $ref: 'files.yaml' };
    const told: unknown[] = [];
    const { tools, ...rest } = await read(JSON.stringify(document), { onProgress: (progress) => told.push(progress) });
    expect(tools.map(({ name }) => name)).toEqual(['op0', 'op1']);
    expect(rest).toEqual({
      address: 'https://api.example.test/v1',
      leftOut: [
        {
          operation: '/files',
          reason: expect.stringContaining('outside the document'),
          code: 'outside_reference',
          about: expect.any(String),
        },
      ],
    });
    expect(told).toEqual([
      { progress: 0, total: 1, message: 'reading the document' },
      { progress: 2, total: 2, message: 'reading operations' },
    ]);
  });

  it.each([
    [{ title: 'Weather' }, 'Weather'],
    [{ title: 'x'.repeat(100_000) }, 'x'.repeat(500)],
    [{ title: 7 }, undefined],
    ['Weather', undefined],
  ])('returns the title of the API if it is text: %.40j', async (info, title) => {
    expect((await read(JSON.stringify({ ...large(1, 10), info }))).title).toBe(title);
  });

  it('names at most 1,000 operations that are left out, the last one for all others', async () => {
    const leftOutOf = async (count: number) => {
      const paths = Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, { $ref: 'files.yaml' }]));
      return (await read(JSON.stringify({ openapi: '3.0.3', paths }))).leftOut;
    };
    expect((await leftOutOf(1000)).at(-1)).toMatchObject({ operation: '/p999' });
    const leftOut = await leftOutOf(1002);
    expect(leftOut).toHaveLength(1000);
    expect(leftOut.slice(-2)).toMatchObject([{ operation: '/p998' }, { operation: '3 more', code: 'more' }]);
  });

  it('can have 32 MB of JSON without delaying other work', async () => {
    const text = JSON.stringify(large(1500, 21_000));
    expect([text.length > 0.95 * maxDocument, text.length < maxDocument]).toEqual([true, true]);
    let pieces = 0;
    let longest = 0;
    const { tools } = await read(text, {
      received(tools, json) {
        pieces += 1;
        longest = Math.max(longest, json.length);
        return tools;
      },
    });
    expect(tools).toHaveLength(1500);
    // The event loop reads one of these pieces at a time.
    expect([pieces > 300, longest < 131_072]).toEqual([true, true]);
  });

  it('can have 12 MB of YAML', async () => {
    const { paths } = large(560, 21_000) as { paths: Record<string, unknown> };
    const lines = Object.entries(paths).map(([path, item]) => `  ${path}: ${JSON.stringify(item).replaceAll('":', '": ')}\n`);
    const text = `openapi: 3.0.3\n# a comment\npaths:\n${lines.join('')}`;
    expect([text.length > 11_500_000, text.length < 12 * 1024 * 1024]).toEqual([true, true]);
    expect((await read(text)).tools).toHaveLength(560);
  });

  it.each([
    ['more YAML than 12 MB', () => `openapi: 3.0.3\n${'a: b\n'.repeat(2_600_000)}`, 'larger than 12 MB; give it as JSON'],
    ['YAML that shares parts without end', () => `openapi: 3.0.3\na: &a [x,x]\n${bomb}`, 'alias'],
    [
      'JSON that is nested too deeply',
      () => `{"openapi":"3.0.3","paths":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`,
      'this document cannot be connected',
    ],
    ['YAML that is nested too deeply', () => `openapi: 3.0.3\npaths: ${'['.repeat(20_000)}`, 'this document cannot be connected'],
    ['nothing', () => '', 'it is not an object'],
    ['a page', () => '<!doctype html><title>Not found</title>', 'this document cannot be connected'],
    ['operations that are all left out', () => '{"openapi":"3.0.3","paths":{"/a":{"$ref":"b"}}}', undefined],
  ])('is refused with %s', async (_what, text, why) => {
    if (why === undefined) expect((await read(text())).tools).toEqual([]);
    else await expect(read(text())).rejects.toThrow(why);
  });

  it('is refused with YAML that fills the memory', async () => {
    const reading = read(`openapi: 3.0.3\nlist:\n${'- a\n'.repeat(300_000)}`, { heapMb: 24 });
    await expect(reading).rejects.toThrow('needs more than 24 MB of memory; give it as JSON');
  });

  it('is refused with YAML that fills the memory it has in use', { tags: ['nightly'] }, async () => {
    await expect(read(`openapi: 3.0.3\nlist:\n${'- a\n'.repeat(2_900_000)}`)).rejects.toThrow('MB of memory; give it as JSON');
  });

  it.each<[string, () => object | string]>([
    ['a schema of 100,000 levels', () => `{"deep":${'{"items":'.repeat(100_000)}{}${'}'.repeat(100_000)}}`],
    ['a chain of 20,000 references', () => chain(20_000)],
    ['parts that are each made of the same parts', () => doubling(60)],
    ['a schema of megabytes', () => ({ deep: { enum: Array.from({ length: 300_000 }, (_, at) => `value ${at}`) } })],
  ])('loses only the operations with %s', async (_what, schemas) => {
    const post = { requestBody: { content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/deep' } } } } };
    const paths = { '/deep': { post }, '/other': { get: {} } };
    const given = schemas();
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    const { tools, leftOut } = await read(`{"openapi":"3.0.3","paths":${JSON.stringify(paths)},"components":{"schemas":${text}}}`);
    expect(tools.map(({ name }) => name)).toContain('get_other');
    expect(tools.length + leftOut.length).toBe(2);
  });

  it('is given up when its caller disconnects', async () => {
    const giveUp = new AbortController();
    const reading = read(JSON.stringify(large(100, 21_000)), { signal: giveUp.signal, onProgress: () => giveUp.abort(new Error('gone')) });
    await expect(reading).rejects.toThrow('gone');
  });

  it("is fetched and read in its caller's turn, so that other callers need not wait for all of them (D51)", async () => {
    const threads = createDocumentThreads();
    const { signal } = new AbortController();
    const slow = Promise.withResolvers<string>();
    let begun = 0;
    const all = Array.from({ length: 8 }, () =>
      threads
        .inTurn(
          'mia',
          0,
          async () => {
            begun++;
            return await slow.promise;
          },
          signal,
        )
        .catch(({ reason }) => reason),
    );
    const bytes = new TextEncoder().encode(JSON.stringify(large(1, 100)));
    const { tools } = await threads.inTurn('olga', 0, () => threads.read({ bytes }, { received: (found) => found, signal }), signal);
    expect([tools.length, begun]).toEqual([1, 1]);
    slow.resolve('read');
    expect((await Promise.all(all)).toSorted()).toEqual([...Array(5).fill('overloaded'), ...Array(3).fill('read')]);
  });

  it('waits with at most 32 MB of documents of one caller that were given as text (D51)', async () => {
    const threads = createDocumentThreads();
    const { signal } = new AbortController();
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const half = 16 * 1024 * 1024;
    const first = [1, 2].map(() => threads.inTurn('mia', half, () => over, signal));
    await expect(threads.inTurn('mia', 1, async () => {}, signal)).rejects.toMatchObject({ reason: 'overloaded', status: 503 });
    expect(await threads.inTurn('olga', half, async () => 'read', signal)).toBe('read');
    end();
    await Promise.all(first);
    expect(await threads.inTurn('mia', half, async () => 'read', signal)).toBe('read');
  });
});

function chain(length: number): object {
  const links = Array.from({ length }, (_, at) => [`s${at}`, { properties: { a: { $ref: `#/components/schemas/s${at + 1}` } } }]);
  return { ...Object.fromEntries(links), [`s${length}`]: {}, deep: { $ref: '#/components/schemas/s0' } };
}

function doubling(levels: number): object {
  const parts = (at: number) => Array.from({ length: 10 }, () => ({ $ref: `#/components/schemas/s${at + 1}` }));
  const all = Array.from({ length: levels }, (_, at) => [`s${at}`, { allOf: parts(at), anyOf: parts(at) }]);
  return {
    ...Object.fromEntries(all),
    [`s${levels}`]: { properties: { a: { readOnly: true } } },
    deep: { $ref: '#/components/schemas/s0' },
  };
}
