import { afterEach, describe, expect, it, vi } from 'vitest';
import { saveText } from './save-text.ts';

describe('saveText', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['doc', 'update_doc', { docId: 'item_1', bodyMarkdown: 'text', changeSummary: 'edited', expectedVersionCount: 3 }],
    ['skill', 'write_skill', { fileId: 'item_1', content: 'text', expectedVersionCount: 3 }],
    ['skill', 'write_skill', { fileId: 'item_1', files: [{ path: 'a.md', content: 'text' }], expectedVersionCount: 3 }, 'a.md'],
    ['file', 'write_file', { fileId: 'item_1', content: 'text', expectedVersionCount: 3 }],
  ] as const)('saves a %s over the version that was read, with %s', async (type, tool, input, path?: string) => {
    const fetch = vi.fn(async (_path: string, _request: RequestInit) => Response.json({ versionCount: 4 }));
    vi.stubGlobal('fetch', fetch);
    const item = { id: 'item_1', type, name: 'Item', mimeType: 'text/markdown', version: 1, text: 'before', path };
    expect(await saveText('org_1', item, 'text', 3)).toBe(4);
    expect(fetch.mock.calls.map(([path, { body }]) => [path, JSON.parse(String(body))])).toEqual([[`/app/api/org_1/tools/${tool}`, input]]);
  });
});
