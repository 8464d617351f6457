import { describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { type Desk, openDesk } from './desk.ts';

async function openDoc(body = 'one\ntwo\nthree\n'): Promise<Desk & { docId: string }> {
  const desk = await openDesk();
  const { docId } = await desk.ok('create_doc', { title: 'Notes', bodyMarkdown: body });
  return { ...desk, docId };
}

describe('versions (D19)', () => {
  it('start with 1, and every change adds the next', async () => {
    await using desk = await openDoc('a');
    const { docId } = desk;
    expect(await desk.ok('update_doc', { docId, bodyMarkdown: 'b', changeSummary: 'b it is' })).toEqual({
      ok: true,
      noop: false,
      versionCount: 2,
    });
    expect(await desk.ok('edit_doc', { docId, oldText: 'b', newText: 'c' })).toEqual({ versionCount: 3 });
    expect(await desk.ok('append_doc', { docId, text: 'd' })).toEqual({ versionCount: 4 });
    const { versions } = await desk.ok('list_versions', { docId });
    expect(versions.map(({ version, changeSummary }: Loose) => [version, changeSummary])).toEqual([
      [4, 'appended'],
      [3, 'edited'],
      [2, 'b it is'],
      [1, 'created'],
    ]);
  });

  it('are not created for equal content, which keeps updatedAt and is still logged', async () => {
    await using desk = await openDoc('same');
    const { docId } = desk;
    const before = await desk.ok('read_doc', { docId });
    desk.clock.now += 5000;
    const rows = (await desk.activity()).length;
    const noop = { ok: true, noop: true, versionCount: 1 };
    expect(await desk.ok('update_doc', { docId, bodyMarkdown: 'same', changeSummary: 'nothing' })).toEqual(noop);
    expect((await desk.activity()).length).toBe(rows + 1);
    expect(await desk.ok('read_doc', { docId })).toEqual(before);
    const file = await desk.ok('write_file', { name: 'a.bin', contentBase64: 'AAEC' });
    expect(await desk.ok('write_file', { fileId: file.id, contentBase64: 'AAEC' })).toMatchObject({
      noop: true,
      created: false,
      versionCount: 1,
    });
  });

  it('are not created by a rename, a move or tags', async () => {
    await using desk = await openDoc();
    const { docId } = desk;
    const { id: folderId } = await desk.ok('create_folder', { name: 'Elsewhere' });
    await desk.ok('move_item', { docId, folderId, name: 'Renamed' });
    expect(await desk.ok('read_doc', { docId })).toMatchObject({ title: 'Renamed', folderId, folderName: 'Elsewhere', versionCount: 1 });
    const file = await desk.ok('write_file', { name: 'a.txt', content: 'a' });
    await desk.ok('write_file', { fileId: file.id, content: 'a', tags: ['x'] });
    expect(await desk.ok('read_file', { fileId: file.id })).toMatchObject({ tags: ['x'], versionCount: 1 });
  });

  it('are restored as a new version, and history is never rewritten', async () => {
    await using desk = await openDoc('first');
    const { docId } = desk;
    await desk.ok('update_doc', { docId, bodyMarkdown: 'second', changeSummary: 's' });
    expect(await desk.ok('restore_version', { docId, version: 1 })).toEqual({ versionCount: 3 });
    expect((await desk.ok('read_doc', { docId })).bodyMarkdown).toBe('first');
    expect((await desk.ok('list_versions', { docId })).versions[0].changeSummary).toBe('restored version 1');
    expect((await desk.ok('read_doc', { docId, version: 2 })).bodyMarkdown).toBe('second');
    expect(await desk.ok('restore_version', { docId, version: 3 })).toEqual({ versionCount: 3 });
    expect(await desk.refused('restore_version', { docId, version: 4 })).toBe('invalid_request/invalid_argument');
  });

  it('restore the kind of a file', async () => {
    await using desk = await openDesk();
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');
    const { id: fileId } = await desk.ok('write_file', { name: 'thing', contentBase64: png });
    expect((await desk.ok('read_file', { fileId })).kind).toBe('image');
    await desk.ok('write_file', { fileId, content: 'now a text' });
    expect(await desk.ok('read_file', { fileId })).toMatchObject({ kind: 'text', content: 'now a text' });
    expect(await desk.refused('edit_file', { fileId: 'x', oldText: 'a', newText: 'b' })).toBe('invalid_request/no_such_item');
    await desk.ok('restore_version', { fileId, version: 1 });
    expect(await desk.ok('read_file', { fileId })).toMatchObject({ kind: 'image', content: null, versionCount: 3 });
    expect(await desk.refused('edit_file', { fileId, oldText: 'a', newText: 'b' })).toBe('invalid_request/not_text');
  });

  it('are listed in pages without a gap, and only the last page has no cursor', async () => {
    await using desk = await openDoc('0');
    const { docId } = desk;
    for (let change = 1; change < 7; change++) await desk.ok('update_doc', { docId, bodyMarkdown: `${change}`, changeSummary: 'n' });
    const seen: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page: Loose = await desk.ok('list_versions', { docId, limit: 3, ...(cursor && { cursor }) });
      seen.push(...page.versions.map(({ version }: Loose) => version));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });
});

describe('concurrent changes (D20)', () => {
  it('are both made if they are in different places', async () => {
    await using desk = await openDoc(Array.from({ length: 40 }, (_, line) => `line ${line}.\n`).join(''));
    const { docId } = desk;
    const edits = Array.from({ length: 40 }, (_, line) =>
      desk.ok('edit_doc', { docId, oldText: `line ${line}.`, newText: `LINE ${line}!` }),
    );
    const counts = (await Promise.all(edits)).map(({ versionCount }) => versionCount);
    expect(counts.sort((left, right) => left - right)).toEqual(Array.from({ length: 40 }, (_, index) => index + 2));
    const { bodyMarkdown } = await desk.ok('read_doc', { docId });
    expect(bodyMarkdown).toBe(Array.from({ length: 40 }, (_, line) => `LINE ${line}!\n`).join(''));
  });

  it('are made once if they are equal', async () => {
    await using desk = await openDoc('the only one');
    const { docId } = desk;
    const edits = Array.from({ length: 10 }, () => desk.reply('edit_doc', { docId, oldText: 'only', newText: 'last' }));
    const outcomes = (await Promise.all(edits)).map(({ code, reason }) => reason ?? code);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'text_not_found')).toHaveLength(9);
  });

  it('are refused for another version, unless the text is already there', async () => {
    await using desk = await openDoc('one');
    const { docId } = desk;
    const update = { docId, bodyMarkdown: 'two', changeSummary: 's', expectedVersionCount: 1 };
    await desk.ok('update_doc', update);
    expect(await desk.ok('update_doc', update)).toEqual({ ok: true, noop: true, versionCount: 2 });
    expect(await desk.refused('update_doc', { ...update, bodyMarkdown: 'three' })).toBe('invalid_request/stale_version');
    expect(await desk.complaint('update_doc', { ...update, bodyMarkdown: 'three' })).toContain('version 2');
    const edit = { docId, oldText: 'two', newText: '2', expectedVersionCount: 1 };
    expect(await desk.refused('edit_doc', edit)).toBe('invalid_request/stale_version');
    expect(await desk.ok('edit_doc', { ...edit, expectedVersionCount: 2 })).toEqual({ versionCount: 3 });
    expect(await desk.refused('restore_version', { docId, version: 1, expectedVersionCount: 2 })).toBe('invalid_request/stale_version');
  });

  it('are refused in the same way for files and skills', async () => {
    await using desk = await openDesk();
    const file = await desk.ok('write_file', { name: 'a.txt', content: 'a' });
    await desk.ok('write_file', { fileId: file.id, content: 'b', expectedVersionCount: 1 });
    const again = { fileId: file.id, content: 'c', expectedVersionCount: 1 };
    expect(await desk.refused('write_file', again)).toBe('invalid_request/stale_version');
    expect(await desk.ok('write_file', { ...again, content: 'b' })).toMatchObject({ noop: true, versionCount: 2 });
    const skill = await desk.ok('write_skill', { name: 'a-skill', description: 'd', content: 'a' });
    const change = { fileId: skill.id, name: 'a-skill', description: 'd', content: 'b', expectedVersionCount: 1 };
    await desk.ok('write_skill', change);
    expect(await desk.refused('write_skill', { ...change, content: 'c' })).toBe('invalid_request/stale_version');
    expect(await desk.refused('edit_file', { fileId: file.id, oldText: 'b', newText: 'x', expectedVersionCount: 1 })).toBe(
      'invalid_request/stale_version',
    );
  });
});

describe('editing and finding through the gateway (D21, D22)', () => {
  it('reports the places of a repeated text, and a text that does not occur', async () => {
    await using desk = await openDoc('abab\nabab\n');
    const { docId } = desk;
    expect(await desk.refused('edit_doc', { docId, oldText: 'ab', newText: 'x' })).toBe('invalid_request/text_repeated');
    expect(await desk.complaint('edit_doc', { docId, oldText: 'ab', newText: 'x' })).toMatch(/4 times.*lines? 1.*2/);
    expect(await desk.refused('edit_doc', { docId, oldText: 'zz', newText: 'x' })).toBe('invalid_request/text_not_found');
    expect(await desk.refused('edit_doc', { docId, oldText: '', newText: 'x' })).toBe('invalid_request/invalid_argument');
    expect(await desk.refused('edit_doc', { docId, oldText: 'ab', newText: 'ab' })).toBe('invalid_request/nothing_to_change');
    expect(await desk.refused('append_doc', { docId, text: '' })).toBe('invalid_request/nothing_to_change');
  });

  it('compares the version number on every change, move, tag and deletion, and refuses a stale one (D20)', async () => {
    await using desk = await openDoc('one');
    const { docId } = desk;
    await desk.ok('append_doc', { docId, text: '\ntwo', expectedVersionCount: 1 });
    const { id: fileId } = await desk.ok('write_file', { name: 'a.txt', content: 'one' });
    await desk.ok('edit_file', { fileId, oldText: 'one', newText: 'two' });
    const stale: [string, object][] = [
      ['append_doc', { docId, text: 'three' }],
      ['move_item', { docId, name: 'Other' }],
      ['set_tags', { docId, tags: ['x'] }],
      ['delete_doc', { docId }],
      ['move_item', { fileId, name: 'b.txt' }],
      ['delete_file', { fileId }],
    ];
    const before = [await desk.ok('read_doc', { docId }), await desk.ok('list_files')];
    for (const [tool, input] of stale) {
      expect([tool, await desk.refused(tool, { ...input, expectedVersionCount: 1 })]).toEqual([tool, 'invalid_request/stale_version']);
    }
    expect([await desk.ok('read_doc', { docId }), await desk.ok('list_files')]).toEqual(before);
    for (const [tool, input] of stale.slice(1, 3)) await desk.ok(tool, { ...input, expectedVersionCount: 2 });
    expect(await desk.ok('set_tags', { fileId, tags: ['a', 'b'], expectedVersionCount: 2 })).toEqual({ tags: ['a', 'b'] });
    await desk.ok('delete_doc', { docId, expectedVersionCount: 2 });
  });

  it('reports that a stale append of this key has already been made, and never advises to repeat it (D20)', async () => {
    await using desk = await openDoc('one');
    const { docId } = desk;
    await desk.ok('append_doc', { docId, text: '\ntwo', expectedVersionCount: 1 });
    await desk.ok('edit_doc', { docId, oldText: 'one', newText: 'ONE' });
    const repeated = { docId, text: '\ntwo', expectedVersionCount: 1 };
    expect(await desk.refused('append_doc', repeated)).toBe('invalid_request/stale_version');
    expect(await desk.complaint('append_doc', repeated)).toContain('appended it as version 2. Do not append it again');
    const other = await desk.createKey(desk.person, 'write');
    const [theirs, ours] = [
      await desk.complaint('append_doc', repeated, other.key),
      await desk.complaint('append_doc', { ...repeated, text: 'x' }),
    ];
    for (const message of [theirs, ours]) {
      expect(message).toContain('do not repeat it');
      expect(message).not.toContain('appended it');
    }
    await desk.ok('append_doc', { ...repeated, expectedVersionCount: 3 });
  });

  it('keeps CRLF, and accepts text from read_lines as oldText', async () => {
    await using desk = await openDoc('one\r\ntwo\r\nthree\r\n');
    const { docId } = desk;
    const { text } = await desk.ok('read_lines', { docId, startLine: 1, limit: 2 });
    expect(text).toBe('one\r\ntwo\r\n');
    await desk.ok('edit_doc', { docId, oldText: text, newText: 'ONE\nTWO\n' });
    expect((await desk.ok('read_doc', { docId })).bodyMarkdown).toBe('ONE\r\nTWO\r\nthree\r\n');
  });

  it('requires exactly one of docId and fileId, and never matches text that the key cannot see', async () => {
    await using desk = await openDoc('needle');
    const { docId } = desk;
    expect(await desk.refused('find_text', { query: 'a' })).toBe('invalid_request/invalid_argument');
    expect(await desk.refused('find_text', { query: 'a', docId, fileId: docId })).toBe('invalid_request/invalid_argument');
    expect(await desk.ok('find_text', { query: 'NEEDLE', docId })).toEqual({
      totalLines: 1,
      totalMatches: 1,
      matches: [{ line: 1, text: 'needle', before: [], after: [] }],
      url: expect.stringMatching(new RegExp(`/app/org_\\w+/documents/item/${docId}$`)),
    });
    const hidden = await desk.as(desk.owner, 'create_folder', { name: 'Hidden' });
    const secret = await desk.as(desk.owner, 'create_doc', { title: 's', bodyMarkdown: 'needle', folderId: hidden.id });
    expect(await desk.refused('find_text', { query: 'needle', docId: secret.docId })).toBe('invalid_request/no_such_item');
    for (const query of ['', '   ', 'a\nb'])
      expect(await desk.refused('find_text', { query, docId })).toBe('invalid_request/invalid_argument');
  });
});
