import { describe, expect, it } from 'vitest';
import { forEachEntrance } from '../entrances/index.ts';
import type { Loose } from '../kit/world.ts';
import { openWorld } from '../kit/world.ts';
import { openDesk } from './desk.ts';

/** Texts that transports and databases tend to change. */
const difficult = [
  '',
  ' ',
  '\n',
  '\r\n\r\r\n\n',
  'no end',
  'end\n',
  '\t tabs and trailing \t\n',
  'e\u0301 and \u00e9, \ufb01 and \u212b, \u1100\u1161',
  '\ufeffmark first',
  '\u2028\u2029\u0085\u000b\u000c',
  '\u0001\u001f\u007f\u009f',
  '\ud83d\udc69\u200d\ud83d\udcbb \u{1f1e9}\u{1f1ea} \u{10ffff}',
  '\u202eright to left\u202c',
  `'; drop table items; -- "\\ %_* \${x} {{y}} <script>&amp;`,
  '---\nlooks: like frontmatter\n---\n',
];

forEachEntrance((kind) => {
  it('text is returned byte for byte, in any spelling (D16)', async () => {
    await using world = await openWorld();
    await using entrance = kind.open(world);
    const { key } = await world.createKey(world.owner, 'write');
    const ok = async (tool: string, input: object) => (await entrance.call(tool, input, { key })).value;
    for (const [index, text] of difficult.entries()) {
      const { docId } = await ok('create_doc', { title: `Doc ${index}`, bodyMarkdown: text });
      expect((await ok('read_doc', { docId })).bodyMarkdown).toBe(text);
      const replacement = `${text}\r\n${text}x`;
      await ok('update_doc', { docId, bodyMarkdown: replacement, changeSummary: 'twice' });
      expect((await ok('read_doc', { docId })).bodyMarkdown).toBe(replacement);
      expect((await ok('read_doc', { docId, version: 1 })).bodyMarkdown).toBe(text);
      const { id: fileId } = await ok('write_file', { name: `file-${index}.md`, content: text });
      expect(await ok('read_file', { fileId })).toMatchObject({ content: text, sizeBytes: Buffer.byteLength(text) });
    }
  });

  it('every byte of a file is returned (D16, D24)', async () => {
    await using world = await openWorld();
    await using entrance = kind.open(world);
    const { key } = await world.createKey(world.owner, 'write');
    const bytes = Buffer.from(Array.from({ length: 700_001 }, (_, index) => (index * 7 + (index >> 8)) & 255));
    const written = await entrance.call('write_file', { name: 'all.bin', contentBase64: bytes.toString('base64') }, { key });
    const { value } = await entrance.call('read_file', { fileId: written.value.id }, { key });
    expect(value).toMatchObject({ content: null, sizeBytes: bytes.length, kind: 'other' });
    const response = await fetch(value.downloadUrl);
    expect(bytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  });
});

describe('names (D16)', () => {
  it('are trimmed and normalized to NFC, in titles, folders, tasks and tags', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: '  Cafe\u0301 \u00a0' });
    expect((await desk.ok('read_doc', { docId })).title).toBe('Caf\u00e9');
    expect((await desk.ok('create_folder', { name: ' Cafe\u0301 ' })).name).toBe('Caf\u00e9');
    const { id } = await desk.ok('write_file', { name: 'a.txt', content: '', tags: [' e\u0301 ', '\u00e9', 'b'] });
    expect((await desk.ok('read_file', { fileId: id })).tags).toEqual(['\u00e9', 'b']);
  });

  it.each(['a\nb', 'a\u0007b', 'a\u200bb', '   ', '\u202eevil'])(
    'refuse control and format characters, line breaks and empty text: %j',
    async (name) => {
      await using desk = await openDesk();
      expect(await desk.refused('create_folder', { name })).toBe('invalid_request/invalid_argument');
      expect(await desk.refused('create_doc', { title: name })).toBe('invalid_request/invalid_argument');
      expect(await desk.refused('create_task', { title: name })).toBe('invalid_request/invalid_argument');
      expect(await desk.refused('write_file', { name, content: '' })).toBe('invalid_request/invalid_argument');
    },
  );

  it.each([
    ['create_folder', 'name', 80],
    ['create_doc', 'title', 200],
    ['create_task', 'title', 200],
  ] as const)('%s.%s has at most this number of code points: %i', async (tool, argument, most) => {
    await using desk = await openDesk();
    await desk.ok(tool, { [argument]: '\u{1f600}'.repeat(most) });
    expect(await desk.refused(tool, { [argument]: 'x'.repeat(most + 1) })).toBe('invalid_request/invalid_argument');
  });
});

describe('size limits (D17)', () => {
  const mebibyte = 1024 * 1024;

  it('a document has at most 1 MiB of UTF-8, for every way to write one', async () => {
    await using desk = await openDesk();
    const most = 'é'.repeat(mebibyte / 2);
    const { docId } = await desk.ok('create_doc', { title: 'Big', bodyMarkdown: most });
    expect(await desk.refused('create_doc', { title: 'Bigger', bodyMarkdown: `${most}x` })).toBe('invalid_request/too_large');
    expect(await desk.refused('append_doc', { docId, text: 'x' })).toBe('invalid_request/too_large');
    expect(await desk.refused('update_doc', { docId, bodyMarkdown: `${most}x`, changeSummary: 's' })).toBe('invalid_request/too_large');
    await desk.ok('update_doc', { docId, bodyMarkdown: 'x'.repeat(mebibyte), changeSummary: 's' });
    const { docId: other } = await desk.ok('create_doc', { title: 'Edge', bodyMarkdown: `${'x'.repeat(mebibyte - 1)}y` });
    expect(await desk.refused('edit_doc', { docId: other, oldText: 'y', newText: 'zz' })).toBe('invalid_request/too_large');
    await desk.ok('edit_doc', { docId: other, oldText: 'y', newText: 'z' });
  });

  it('a skill has at most 1 MiB, for every way to write one', async () => {
    await using desk = await openDesk();
    const skill = (bytes: number) => {
      const frontmatter = '---\nname: large\ndescription: d\n---\nend';
      return { content: frontmatter.replace('end', `${'x'.repeat(bytes - frontmatter.length)}end`) };
    };
    expect(await desk.refused('write_skill', skill(mebibyte + 1))).toBe('invalid_request/too_large');
    const { id: fileId } = await desk.ok('write_skill', skill(mebibyte));
    expect(await desk.refused('edit_skill', { fileId, oldText: 'end', newText: 'ends' })).toBe('invalid_request/too_large');
    await desk.ok('edit_skill', { fileId, oldText: 'end', newText: 'END' });
  });

  it('a file has at most 25 MiB', async () => {
    await using desk = await openDesk();
    const bytes = Buffer.alloc(25 * mebibyte + 1, 7);
    const most = bytes.subarray(1).toString('base64');
    expect(await desk.ok('write_file', { name: 'most.bin', contentBase64: most })).toMatchObject({ sizeBytes: 25 * mebibyte });
    expect(await desk.refused('write_file', { name: 'more.bin', contentBase64: bytes.toString('base64') })).toBe(
      'invalid_request/too_large',
    );
  });

  it('a text can be edited up to 10 MiB, and read and searched above that', async () => {
    await using desk = await openDesk();
    const text = `needle\n${'x'.repeat(10 * mebibyte - 7)}`;
    const edge = await desk.ok('write_file', { name: 'edge.txt', content: text });
    await desk.ok('edit_file', { fileId: edge.id, oldText: 'needle', newText: 'NEEDLE' });
    expect(await desk.refused('edit_file', { fileId: edge.id, oldText: 'NEEDLE', newText: 'NEEDLES' })).toBe('invalid_request/too_large');
    const above = await desk.ok('write_file', { name: 'above.txt', content: `${text}x` });
    expect(await desk.refused('edit_file', { fileId: above.id, oldText: 'needle', newText: 'x' })).toBe('invalid_request/too_large');
    expect((await desk.ok('find_text', { fileId: above.id, query: 'NEEDLE' })).totalMatches).toBe(1);
    expect((await desk.ok('read_lines', { fileId: above.id, limit: 1 })).text).toBe('needle\n');
  });

  it('a JSON body has at most 4 MiB, for write_file 36 MiB', async () => {
    await using desk = await openDesk();
    const send = (tool: string, bytes: number) => {
      const rest = JSON.stringify({ noSuchArgument: '' });
      return desk.refused(tool, { noSuchArgument: 'x'.repeat(bytes - rest.length) });
    };
    expect(await send('create_doc', 4 * mebibyte)).toBe('invalid_request/unknown_argument');
    expect(await send('create_doc', 4 * mebibyte + 1)).toBe('invalid_request/too_large');
    expect(await send('write_file', 36 * mebibyte)).toBe('invalid_request/unknown_argument');
    expect(await send('write_file', 36 * mebibyte + 1)).toBe('invalid_request/too_large');
  });

  it('short arguments have a limit in code points', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'One', bodyMarkdown: 'x' });
    const at = async (tool: string, rest: object, argument: string, most: number) => {
      expect(await desk.reply(tool, { ...rest, [argument]: '\u{1f600}'.repeat(most) })).toMatchObject({ code: 'ok' });
      expect(await desk.refused(tool, { ...rest, [argument]: 'x'.repeat(most + 1) })).toBe('invalid_request/invalid_argument');
    };
    await at('search', {}, 'query', 200);
    await at('find_text', { docId }, 'query', 500);
    await at('read_doc', { docId }, 'agentName', 80);
    await at('create_task', { title: 't' }, 'notes', 2000);
    await at('update_doc', { docId, bodyMarkdown: 'y' }, 'changeSummary', 200);
    expect(await desk.refused('update_doc', { docId, bodyMarkdown: 'z', changeSummary: 'two\nlines' })).toBe(
      'invalid_request/invalid_argument',
    );
    const file = (tags: string[]) => desk.reply('write_file', { name: `${tags.length}-${tags[0]?.length}`, content: '', tags });
    const tags = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(50, 'x'));
    expect((await file(tags)).code).toBe('ok');
    expect((await file([...tags, 'one more'])).reason).toBe('invalid_argument');
    expect((await file(['x'.repeat(51)])).reason).toBe('invalid_argument');
  });
});

describe('the kind of a file (D18)', () => {
  const hex = (digits: string) => Buffer.from(digits, 'hex').toString('base64');

  it.each([
    ['notes.txt', { content: 'hello' }, 'text', 'text/plain'],
    ['table.csv', { content: 'a,b' }, 'text', 'text/csv'],
    ['lies.png', { content: 'a text all the same' }, 'text', 'text/plain'],
    ['picture', { contentBase64: hex('89504e470d0a1a0a0000000d49484452') }, 'image', 'image/png'],
    ['doc.txt', { contentBase64: hex('255044462d312e370a') }, 'pdf', 'application/pdf'],
    ['a.zip', { contentBase64: hex('504b0304140000000000') }, 'archive', 'application/zip'],
    ['latin.txt', { contentBase64: hex('636166e9') }, 'other', 'application/octet-stream'],
    ['nul.txt', { contentBase64: hex('610062') }, 'other', 'application/octet-stream'],
    ['claimed', { content: '<b>', mimeType: 'text/html' }, 'text', 'text/html'],
    ['claimed.bin', { content: 'text', mimeType: 'image/png' }, 'text', 'text/plain'],
  ])('of %s', async (name, content, kind, mimeType) => {
    await using desk = await openDesk();
    expect(await desk.ok('write_file', { name, ...content })).toMatchObject({ kind, mimeType, created: true, noop: false });
  });

  it('is skill for a skill', async () => {
    await using desk = await openDesk();
    const { id } = await desk.ok('write_skill', { name: 'a-skill', description: 'What it is for.', content: '# Steps\n' });
    expect(await desk.ok('read_file', { fileId: id })).toMatchObject({ kind: 'skill', mimeType: 'text/markdown' });
    expect((await desk.ok('list_files')).files).toEqual([]);
    const { skills } = await desk.ok('list_skills');
    expect(skills.filter(({ name }: Loose) => name !== 'gatehouse')).toMatchObject([
      { id, name: 'a-skill', description: 'What it is for.' },
    ]);
  });
});
