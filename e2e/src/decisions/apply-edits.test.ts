import { describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { openDesk } from './desk.ts';

const skill = '---\nname: notes\ndescription: How we write.\n---\n# Notes\n';

describe('an edit that differs from the text only in case (D21)', () => {
  it('is explained as such by every tool that edits', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'Notes', bodyMarkdown: skill });
    const { id: fileId } = await desk.ok('write_file', { name: 'a.txt', content: skill });
    const { id: skillId } = await desk.ok('write_skill', { content: skill });
    const edit = { oldText: '# NOTES', newText: '# More' };
    const complaints = [
      await desk.complaint('edit_doc', { docId, ...edit }),
      await desk.complaint('edit_file', { fileId, ...edit }),
      await desk.complaint('edit_skill', { fileId: skillId, ...edit }),
      ...(await Promise.all(
        [{ docId }, { fileId }, { fileId: skillId }].map((item) => desk.complaint('apply_edits', { ...item, edits: [edit] })),
      )),
    ];
    for (const complaint of complaints) expect(complaint).toContain('It would match at line 5 if upper and lower case were ignored.');
  });
});

describe('apply_edits', () => {
  it('makes all edits, each on the result of those before, as one version', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'Notes', bodyMarkdown: 'one\ntwo\nthree\n' });
    const edits = [
      { oldText: 'one', newText: 'two and a half' },
      { oldText: 'two\nthree', newText: 'three' },
      { oldText: ' and a half', newText: '' },
    ];
    expect(await desk.ok('apply_edits', { docId, edits })).toEqual({ versionCount: 2 });
    expect((await desk.ok('read_doc', { docId })).bodyMarkdown).toBe('two\nthree\n');
    expect((await desk.ok('list_versions', { docId })).versions).toMatchObject([{ version: 2, changeSummary: 'edited' }, { version: 1 }]);
  });

  it('replaces every non-overlapping place with replaceAll', async () => {
    await using desk = await openDesk();
    const bodyMarkdown = 'a\r\nb\r\na\r\nb\r\naaa\r\n';
    const { docId } = await desk.ok('create_doc', { title: 'Notes', bodyMarkdown });
    const edits = [
      { oldText: 'a\nb', newText: 'c\nd', replaceAll: true },
      { oldText: 'aa', newText: 'e', replaceAll: true },
    ];
    expect(await desk.ok('apply_edits', { docId, edits })).toEqual({ versionCount: 2 });
    expect((await desk.ok('read_doc', { docId })).bodyMarkdown).toBe('c\r\nd\r\nc\r\nd\r\nea\r\n');
    const again = (edit: object) => desk.refused('apply_edits', { docId, edits: [{ ...edit, replaceAll: true }] });
    expect(await again({ oldText: 'x', newText: 'y' })).toBe('invalid_request/text_not_found');
    expect(await again({ oldText: '', newText: 'y' })).toBe('invalid_request/invalid_argument');
    const { docId: long } = await desk.ok('create_doc', { title: 'Long', bodyMarkdown: 'z'.repeat(10_001) });
    const complaint = await desk.complaint('apply_edits', { docId: long, edits: [{ oldText: 'z', newText: 'y', replaceAll: true }] });
    expect(complaint).toContain('occurs 10001 times');
    expect(await desk.refused('apply_edits', { docId: long, edits: [{ oldText: 'z', newText: 'y' }] })).toBe(
      'invalid_request/text_repeated',
    );
  });

  it('makes no edits if one is refused, and names its place in the list', async () => {
    await using desk = await openDesk();
    const { id: fileId } = await desk.ok('write_file', { name: 'a.txt', content: 'one one two' });
    const first = { oldText: 'two', newText: 'three' };
    const refused = async (edits: object[]) => [
      await desk.refused('apply_edits', { fileId, edits }),
      /^(?:edits\[\d\]|argument "edits\S*")/.exec(await desk.complaint('apply_edits', { fileId, edits }))?.[0],
    ];
    expect(await refused([first, { oldText: 'two', newText: 'x' }])).toEqual(['invalid_request/text_not_found', 'edits[1]']);
    expect(await refused([first, first])).toEqual(['invalid_request/text_not_found', 'edits[1]']);
    expect(await refused([{ oldText: 'one', newText: 'x' }, first])).toEqual(['invalid_request/text_repeated', 'edits[0]']);
    expect(await refused([first, { oldText: 'a', newText: 'a' }])).toEqual(['invalid_request/nothing_to_change', 'edits[1]']);
    expect(await refused([first, { oldText: 'three', newText: null }])).toEqual([
      'invalid_request/invalid_argument',
      'argument "edits[1].newText"',
    ]);
    expect(await refused([])).toEqual(['invalid_request/invalid_argument', 'argument "edits"']);
    expect(await refused(Array.from({ length: 51 }, () => first))).toEqual(['invalid_request/invalid_argument', 'argument "edits"']);
    expect(await desk.ok('read_file', { fileId })).toMatchObject({ content: 'one one two', versionCount: 1 });
  });

  it('follows the rules of single edits: stale versions, protected documents, sizes and the form of a skill', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'Notes', bodyMarkdown: 'one' });
    const edits = [{ oldText: 'one', newText: 'two' }];
    expect(await desk.refused('apply_edits', { docId, edits, expectedVersionCount: 2 })).toBe('invalid_request/stale_version');
    const large = [{ oldText: 'one', newText: 'x'.repeat(1024 * 1024 + 1) }];
    expect(await desk.refused('apply_edits', { docId, edits: large })).toBe('invalid_request/too_large');
    await desk.as(desk.owner, 'set_agent_memory', { docId, isAgentMemory: true });
    expect(await desk.refused('apply_edits', { docId, edits })).toBe('invalid_request/protected_item');
    const { id: fileId } = await desk.ok('write_skill', { content: skill });
    const spoil = [{ oldText: 'name: notes\n', newText: '' }];
    expect(await desk.refused('apply_edits', { fileId, edits: spoil })).toBe('invalid_request/invalid_skill');
    const rename = [{ oldText: 'name: notes', newText: 'name: renamed' }];
    expect(await desk.ok('apply_edits', { fileId, edits: rename })).toEqual({ versionCount: 2 });
    expect((await desk.ok('list_skills')).skills.map(({ name }: Loose) => name).sort()).toEqual(['gatehouse', 'renamed']);
    const { id: imageId } = await desk.ok('write_file', { name: 'a.bin', contentBase64: 'AAEC' });
    expect(await desk.refused('apply_edits', { fileId: imageId, edits })).toBe('invalid_request/not_text');
  });

  it('makes no version if the last edit reverts the first', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'Notes', bodyMarkdown: 'one' });
    const edits = [
      { oldText: 'one', newText: 'two' },
      { oldText: 'two', newText: 'one' },
    ];
    expect(await desk.ok('apply_edits', { docId, edits })).toEqual({ versionCount: 1 });
  });
});
