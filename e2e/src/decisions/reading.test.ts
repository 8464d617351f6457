import { describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { type Desk, openDesk } from './desk.ts';

const inline = 262_144;

describe('reading (D24)', () => {
  it('returns a text of 262,144 bytes in full, and none of a longer one', async () => {
    await using desk = await openDesk();
    const most = 'é'.repeat(inline / 2);
    const { docId } = await desk.ok('create_doc', { title: 'Edge', bodyMarkdown: most });
    expect((await desk.ok('read_doc', { docId })).bodyMarkdown).toBe(most);
    await desk.ok('append_doc', { docId, text: 'x' });
    expect(await desk.ok('read_doc', { docId })).toMatchObject({ bodyMarkdown: null, sizeBytes: inline + 1, totalLines: 1 });
    expect((await desk.ok('read_doc', { docId, version: 1 })).bodyMarkdown).toBe(most);
    const { id: fileId } = await desk.ok('write_file', { name: 'edge.txt', content: most });
    expect((await desk.ok('read_file', { fileId })).content).toBe(most);
    await desk.ok('write_file', { fileId, content: `${most}x` });
    expect(await desk.ok('read_file', { fileId })).toMatchObject({ content: null, kind: 'text' });
    expect((await desk.ok('read_lines', { fileId, limit: 1 })).versionCount).toBe(2);
  });

  it('states the number of lines, beyond the last one', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'One', bodyMarkdown: 'a\nb\n' });
    expect(await desk.ok('read_lines', { docId, startLine: 2 })).not.toHaveProperty('note');
    expect(await desk.ok('read_lines', { docId, startLine: 3 })).toEqual({
      startLine: 3,
      endLine: 2,
      totalLines: 2,
      text: '',
      versionCount: 1,
      truncated: false,
      note: 'line 3 is past the end: this text has 2 lines',
    });
    await desk.ok('update_doc', { docId, bodyMarkdown: '', changeSummary: 'emptied' });
    expect((await desk.ok('read_lines', { docId })).note).toBe('line 1 is past the end: this text has 0 lines');
    expect((await desk.ok('read_lines', { docId, version: 1, startLine: -9 })).text).toBe('a\nb\n');
  });

  it('makes every written byte readable: without a body there is an address', async () => {
    await using desk = await openDesk();
    const body = `${'é'.repeat(150_000)}\r\nend\r\n`;
    const { docId } = await desk.ok('create_doc', { title: 'Long', bodyMarkdown: body });
    await desk.ok('append_doc', { docId, text: 'more' });
    const download = async (address: string) => await (await fetch(address)).text();
    const newest = await desk.ok('read_doc', { docId });
    expect(newest.bodyMarkdown).toBeNull();
    expect(await download(newest.downloadUrl)).toBe(`${body}more`);
    expect(await download((await desk.ok('read_doc', { docId, version: 1 })).downloadUrl)).toBe(body);
    const { id: fileId } = await desk.ok('write_skill', { name: 'long', description: 'd', content: body });
    const skill = await desk.ok('read_file', { fileId });
    expect([skill.content, await download(skill.downloadUrl)]).toEqual([null, expect.stringContaining(body)]);
    let read = '';
    for (let at: Loose = { nextLine: 1, nextOffset: 0 }; at.nextLine !== undefined; read += at.text) {
      at = await desk.ok('read_lines', { docId, startLine: at.nextLine, startOffset: at.nextOffset });
    }
    expect(read).toBe(`${body}more`);
    expect(await desk.refused('read_lines', { docId, startLine: 2, startOffset: 5 })).toBe('invalid_request/invalid_argument');
    const { docId: short } = await desk.ok('create_doc', { title: 'Short', bodyMarkdown: 'a' });
    expect(await desk.ok('read_doc', { docId: short })).toMatchObject({ bodyMarkdown: 'a', downloadUrl: null });
  });

  it('returns only the fields if no body is requested', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'One', bodyMarkdown: 'a\nb' });
    expect(await desk.ok('read_doc', { docId, includeBody: false })).toMatchObject({ bodyMarkdown: null, sizeBytes: 3, totalLines: 2 });
  });

  it('reads skills as files, and documents only as documents', async () => {
    await using desk = await openDesk();
    const { id } = await desk.ok('write_skill', { name: 'a-skill', description: 'd', content: '# Do\n' });
    expect((await desk.ok('read_file', { fileId: id })).content).toContain('# Do');
    const { docId } = await desk.ok('create_doc', { title: 'One' });
    expect(await desk.refused('read_file', { fileId: docId })).toBe('invalid_request/wrong_type');
    expect(await desk.refused('read_doc', { docId: id })).toBe('invalid_request/wrong_type');
  });
});

describe('a download address (D24)', () => {
  async function openFile(
    content: object = { content: 'hello\n' },
    name = 'notes.txt',
  ): Promise<Desk & { fileId: string; downloadUrl: string }> {
    const desk = await openDesk();
    const { id: fileId } = await desk.ok('write_file', { name, ...content });
    return { ...desk, fileId, downloadUrl: (await desk.ok('read_file', { fileId })).downloadUrl };
  }
  const status = async (url: string) => (await fetch(url)).status;

  it('is absolute, needs no key, and returns a file that a browser never runs', async () => {
    await using desk = await openFile({ content: '<script>alert(1)</script>', mimeType: 'text/html' }, 'naïve "page".html');
    expect(desk.downloadUrl.startsWith(`${desk.url}/v1/downloads/`)).toBe(true);
    const response = await fetch(desk.downloadUrl);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<script>alert(1)</script>');
    const { headers } = response;
    expect(headers.get('content-disposition')).toMatch(/^attachment;.*filename\*=UTF-8''na%C3%AFve/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('returns a part on request', async () => {
    await using desk = await openFile({ content: '0123456789' });
    const part = async (range: string) => {
      const response = await fetch(desk.downloadUrl, { headers: { Range: range } });
      return [response.status, await response.text(), response.headers.get('content-range')];
    };
    expect(await part('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10']);
    expect(await part('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10']);
    expect((await part('bytes=10-'))[0]).toBe(416);
  });

  it('belongs to one version', async () => {
    await using desk = await openFile();
    await desk.ok('write_file', { fileId: desk.fileId, content: 'changed' });
    expect(await (await fetch(desk.downloadUrl)).text()).toBe('hello\n');
  });

  it('works for 15 minutes', async () => {
    await using desk = await openFile();
    desk.clock.now += 15 * 60_000 - 1;
    expect(await status(desk.downloadUrl)).toBe(200);
    desk.clock.now += 1;
    expect(await status(desk.downloadUrl)).toBe(404);
  });

  it('is invalid if any character of it is changed', async () => {
    await using desk = await openFile();
    for (const at of [30, -1]) {
      const index = at < 0 ? desk.downloadUrl.length + at : desk.url.length + at;
      const other = desk.downloadUrl[index] === 'A' ? 'B' : 'A';
      expect(await status(desk.downloadUrl.slice(0, index) + other + desk.downloadUrl.slice(index + 1))).toBe(404);
    }
  });

  const deaths: [string, (desk: Desk & { fileId: string }) => Promise<unknown>][] = [
    ['the key is revoked', (desk) => desk.as(desk.person, 'revoke_key', { keyId: desk.keyId })],
    ['the reader is removed', (desk) => desk.as(desk.owner, 'remove_person', { email: 'ada@acme.test' })],
    ['the item is deleted', (desk) => desk.ok('delete_file', { fileId: desk.fileId })],
    [
      'the item moves out of sight',
      async (desk) => {
        const { id: folderId } = await desk.as(desk.owner, 'create_folder', { name: 'Hidden' });
        await desk.as(desk.owner, 'move_item', { fileId: desk.fileId, folderId });
      },
    ],
  ];
  it.each(deaths)('becomes invalid if %s, and then looks like one that never existed', async (_when, happen) => {
    await using desk = await openFile();
    expect(await status(desk.downloadUrl)).toBe(200);
    await happen(desk);
    const [dead, never] = [await fetch(desk.downloadUrl), await fetch(`${desk.url}/v1/downloads/nothing`)];
    expect([dead.status, await dead.json()]).toEqual([never.status, await never.json()]);
  });

  it('is null if the server has no public address', async () => {
    await using desk = await openFile();
    desk.settings.baseUrl = null;
    expect((await desk.ok('read_file', { fileId: desk.fileId })).downloadUrl).toBeNull();
  });
});
