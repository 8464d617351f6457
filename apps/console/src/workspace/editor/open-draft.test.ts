import { afterEach, describe, expect, it, vi } from 'vitest';
import { draftKey, openDrafts } from '../../kernel/drafts/drafts.ts';
import { newestOf, openDraft, readVersion } from './open-draft.ts';

const skill = { id: 'skill_1', type: 'skill', name: 'report', mimeType: 'text/markdown', version: 2, text: 'newest' } as const;
const file = { ...skill, name: 'report/a.md', path: 'a.md' };

function createStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

function answer(body: object) {
  const fetch = vi.fn(async (_path: string, _request: RequestInit) => Response.json(body));
  vi.stubGlobal('fetch', fetch);
  return () => fetch.mock.calls.map(([path, { body }]) => [path.split('/').at(-1), JSON.parse(String(body))]);
}

describe('editing a file of a skill (D72.21)', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('starts with the draft of that file, not with that of SKILL.md', async () => {
    const storage = createStorage();
    vi.stubGlobal('localStorage', storage);
    const drafts = openDrafts(storage, 'ada', Date.now());
    const draft = { version: 2, conflicts: [], at: Date.now() };
    drafts.keep('skill_1', { ...draft, text: 'of SKILL.md' });
    drafts.keep(draftKey('skill_1', 'a.md'), { ...draft, text: 'of a.md' });
    expect((await openDraft('org_1', 'ada', file, true)).draft?.text).toBe('of a.md');
    expect((await openDraft('org_1', 'ada', { ...file, path: 'b.md' }, true)).draft).toBeUndefined();
    expect((await openDraft('org_1', 'ada', skill, true)).draft?.text).toBe('of SKILL.md');
  });

  it('starts from the text of the file in the version of its draft', async () => {
    const storage = createStorage();
    vi.stubGlobal('localStorage', storage);
    openDrafts(storage, 'ada', Date.now()).keep(draftKey('skill_1', 'a.md'), { version: 1, text: 'typed', conflicts: [], at: Date.now() });
    const calls = answer({ files: [{ path: 'a.md', content: 'before' }], nextCursor: null });
    expect((await openDraft('org_1', 'ada', file, true)).base).toEqual({ version: 1, text: 'before' });
    expect(calls()).toEqual([['read_skill_files', { fileId: 'skill_1', version: 1, paths: ['a.md'] }]]);
  });

  it('reads a version of SKILL.md like that of an item, and a file that is not text as none', async () => {
    const calls = answer({ text: 'main' });
    expect(await readVersion('org_1', skill, 1)).toBe('main');
    expect(calls()).toEqual([['read_item', { itemId: 'skill_1', version: 1 }]]);
    answer({ files: [{ path: 'a.md', contentBase64: 'AA==' }], nextCursor: null });
    expect(await readVersion('org_1', file, 1)).toBeUndefined();
  });

  it('merges saves of that file by others, and keeps its text if they removed it', async () => {
    const read = { version: 3, text: 'of SKILL.md' };
    answer({ files: [{ path: 'a.md', content: 'by others' }], nextCursor: null });
    expect(await newestOf('org_1', file, read, 'known')).toEqual({ version: 3, text: 'by others' });
    expect(await newestOf('org_1', skill, read, 'known')).toEqual(read);
    const refused = { error: { code: 'invalid_request', reason: 'invalid_argument', message: 'no such file', requestId: 'r' } };
    vi.stubGlobal('fetch', async () => Response.json(refused, { status: 400 }));
    expect(await newestOf('org_1', file, read, 'known')).toEqual({ version: 3, text: 'known' });
  });
});
