import type { Extracted } from '@gatehouse/domain';
import { postgresMissing } from '@gatehouse/storage/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { ExtractionJob, TextExtractor } from '../../kernel/ports/text-extractor.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';
import { createTextExtraction, type TextExtraction } from './extract-texts.ts';

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`).toString('base64');

/** Takes the lines after the first one of a file as its text. */
function fakeExtractor(answer: (text: string) => Extracted = (text) => ({ state: 'ready', text })): TextExtractor & { jobs: string[] } {
  const jobs: string[] = [];
  return {
    jobs,
    async extract({ source, bytes }: ExtractionJob) {
      const pieces: Buffer[] = [];
      for await (const piece of bytes) pieces.push(piece);
      const text = Buffer.concat(pieces).toString().split('\n').slice(1).join('\n');
      jobs.push(`${source} ${text.slice(0, 20)}`);
      return answer(text);
    },
  };
}

const missing = postgresMissing();
const engines = [
  { engine: 'sqlite' as const, skip: false },
  { engine: 'postgres' as const, skip: missing !== undefined },
];

describe.each(engines)('text of files on $engine (D75)', ({ engine, skip }) => {
  let world: World;
  let key: string;
  let stopping: AbortController;
  afterEach(() => world?.[Symbol.asyncDispose]());

  async function open(extractor: TextExtractor = fakeExtractor()): Promise<TextExtraction> {
    world = await createWorld({ engine, extractor });
    key = await world.key(world.owner, 'write');
    stopping = new AbortController();
    return extraction(extractor);
  }

  function extraction(extractor: TextExtractor, holder = 'one'): TextExtraction {
    const { store, clock, gateway, reported } = world;
    const report = (error: unknown) => void reported.push(error as Error);
    return createTextExtraction({
      store,
      files: gateway.files,
      extractor,
      clock: () => clock.now,
      holder,
      report,
      signal: stopping.signal,
    });
  }

  const write = (text: string, more = {}): Promise<Loose> =>
    world.ok(key, 'write_file', { name: 'report.pdf', contentBase64: pdf(text), ...more });
  const read = (fileId: string): Promise<Loose> => world.ok(key, 'read_file', { fileId });

  it.skipIf(skip)('is pending, then ready, and leaves the content unchanged', async () => {
    const { look } = await open();
    const { id } = await write('Sales grew.\nBy much.\n');
    expect(await read(id)).toMatchObject({ content: null, text: null, textFrom: 'pdf', textState: 'pending' });
    expect(await world.refused(key, 'read_lines', { fileId: id })).toBe('invalid_request/not_text');
    await look();
    expect(await read(id)).toMatchObject({ content: null, text: 'Sales grew.\nBy much.\n', textFrom: 'pdf', textState: 'ready' });
    expect(await world.ok(key, 'read_lines', { fileId: id, startLine: 2 })).toMatchObject({ text: 'By much.\n', totalLines: 2 });
    expect(await world.ok(key, 'find_text', { fileId: id, query: 'GREW' })).toMatchObject({ totalMatches: 1 });
    expect((await world.ok(key, 'grep', { query: 'much' })).matches).toMatchObject([{ id, line: 2, text: 'By much.' }]);
  });

  it.skipIf(skip)('is found by questions once it is ready, and no longer after it was replaced (D23.10)', async () => {
    const { look } = await open();
    const best = async (query: string) => (await world.ok(key, 'search', { query, match: 'best' })).results;
    const { id } = await write('Nothing much.\nThe okapi population grew.\n');
    while (await world.store.indexWords());
    expect(await best('okapi populations')).toEqual([]);
    await look();
    const found = [{ id, type: 'file', line: 2, snippet: expect.stringContaining('The okapi population') }];
    expect(await best('okapi populations')).toMatchObject(found);
    while (await world.store.indexWords());
    expect(await best('okapi populations')).toMatchObject(found);
    await world.ok(key, 'write_file', { fileId: id, contentBase64: pdf('Zebras.') });
    await look();
    expect(await best('okapi populations')).toEqual([]);
    expect(await best('zebra')).toMatchObject([{ id }]);
  });

  it.skipIf(skip)('is not mentioned for other files', async () => {
    const { look } = await open();
    const { id } = await world.ok(key, 'write_file', { name: 'notes.txt', content: 'hello' });
    await look();
    expect(Object.keys(await read(id)).filter((field) => field.startsWith('text'))).toEqual([]);
  });

  it.skipIf(skip)('is shown to people on request, next to the fields of the file', async () => {
    const { look } = await open();
    const { id: itemId } = await write('Sales grew.');
    const ask = (input: object = {}): Promise<Loose> => world.ok(world.owner, 'read_item', { itemId, includeExtracted: true, ...input });
    expect((await ask()).extracted).toEqual({ state: 'pending', reason: null, text: null });
    await look();
    expect(await ask()).toMatchObject({ text: null, extracted: { state: 'ready', reason: null, text: 'Sales grew.' } });
    const { storage } = await world.ok(world.owner, 'organization_settings');
    expect(storage.textOfFiles).toEqual({ items: 1, bytes: 11 });
    expect(await ask({ includeExtracted: false })).not.toHaveProperty('extracted');
    await world.ok(key, 'write_file', { fileId: itemId, contentBase64: pdf('More.') });
    expect(await ask({ version: 1 })).not.toHaveProperty('extracted');
    expect((await ask({ version: 2 })).extracted).toMatchObject({ state: 'pending' });
  });

  it.skipIf(skip)('cannot be edited', async () => {
    const { look } = await open();
    const { id } = await write('Sales grew.');
    await look();
    const edit = { fileId: id, oldText: 'grew', newText: 'fell' };
    expect(await world.refused(key, 'edit_file', edit)).toBe('invalid_request/not_text');
    expect(await world.refused(key, 'apply_edits', { fileId: id, edits: [{ oldText: 'grew', newText: 'fell' }] })).toBe(
      'invalid_request/not_text',
    );
  });

  it.skipIf(skip)('is extracted from an earlier version on request', async () => {
    const extractor = fakeExtractor();
    const { look } = await open(extractor);
    const { id } = await write('First.');
    await look();
    await world.ok(key, 'write_file', { fileId: id, contentBase64: pdf('Second.') });
    await look();
    expect(await world.ok(key, 'read_lines', { fileId: id, version: 1 })).toMatchObject({ text: 'First.', versionCount: 2 });
    expect(await world.ok(key, 'read_lines', { fileId: id })).toMatchObject({ text: 'Second.' });
    expect(extractor.jobs).toEqual(['pdf First.', 'pdf Second.', 'pdf First.']);
  });

  it.skipIf(skip)('comes with a reason in plain words if extraction failed', async () => {
    const { look } = await open(fakeExtractor(() => ({ state: 'failed', reason: 'password' })));
    const { id } = await write('x');
    await look();
    expect(await read(id)).toMatchObject({ text: null, textState: 'failed', textReason: 'the file is protected by a password' });
    const refused = await world.call(key, 'read_lines', { fileId: id });
    expect(!refused.ok && refused.error.message).toContain('the file is protected by a password');
    expect((await world.ok(key, 'grep', { query: 'zebra' })).matches).toEqual([]);
  });

  it.skipIf(skip)('is empty for a scan', async () => {
    const { look } = await open(fakeExtractor(() => ({ state: 'none' })));
    const { id } = await write('x');
    await look();
    expect(await read(id)).toMatchObject({ text: null, textState: 'none' });
    expect(await world.refused(key, 'find_text', { fileId: id, query: 'x' })).toBe('invalid_request/not_text');
  });

  it.skipIf(skip)('is read by lines if it is larger than an answer', async () => {
    const { look } = await open();
    const { id } = await write('line\n'.repeat(60_000));
    await look();
    expect(await read(id)).toMatchObject({ text: null, textState: 'ready' });
    expect(await world.ok(key, 'read_lines', { fileId: id, startLine: -1 })).toMatchObject({ text: 'line\n', totalLines: 60_000 });
  });

  it.skipIf(skip)('becomes invisible with its file, immediately', async () => {
    const { look } = await open();
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
    const ada = await world.addPerson('ada@acme.test');
    const adaKey = await world.key(ada, 'read');
    const { id } = await write('Sales grew.');
    await look();
    expect((await world.ok(adaKey, 'grep', { query: 'sales' })).matches).toHaveLength(1);
    await world.ok(world.owner, 'move_item', { fileId: id, folderId });
    expect((await world.ok(adaKey, 'grep', { query: 'sales' })).matches).toEqual([]);
    expect(await world.refused(adaKey, 'read_lines', { fileId: id })).toBe('invalid_request/no_such_item');
  });

  it.skipIf(skip)('is extracted by only one of two processes', async () => {
    const extractor = fakeExtractor();
    const first = await open(extractor);
    const second = extraction(extractor, 'two');
    await write('One.');
    await first.look();
    await write('Two.', { name: 'two.pdf' });
    await second.look();
    expect(extractor.jobs).toEqual(['pdf One.']);
    await first.end();
    await second.look();
    expect(extractor.jobs).toEqual(['pdf One.', 'pdf Two.']);
  });

  it.skipIf(skip)("is tried again after a minute if a fault is not the file's", async () => {
    let fails = true;
    const working = fakeExtractor();
    const extractor: TextExtractor = {
      async extract(job, caller) {
        if (fails) throw new Error('no process starts');
        return await working.extract(job, caller);
      },
    };
    const { look } = await open(extractor);
    const { id } = await write('Later.');
    await look();
    fails = false;
    await look();
    expect(await read(id)).toMatchObject({ textState: 'pending' });
    expect(world.reported.map(({ message }) => message)).toEqual(['no process starts']);
    world.clock.now += 60_000;
    await look();
    expect(await read(id)).toMatchObject({ textState: 'ready', text: 'Later.' });
  });

  it.skipIf(skip)('is extracted from a mail, whose bytes cannot be edited as text', async () => {
    const { look } = await open();
    const { id, kind, mimeType } = await world.ok(key, 'write_file', { name: 'hello.eml', content: 'Subject: hi\n\nSee you at noon.\n' });
    expect({ kind, mimeType }).toEqual({ kind: 'other', mimeType: 'message/rfc822' });
    await look();
    expect(await read(id)).toMatchObject({ content: null, textFrom: 'eml', text: '\nSee you at noon.\n' });
  });
});
