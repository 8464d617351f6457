import { describe, expect, it } from 'vitest';
import { forEachEngine } from '../kit/engines.ts';
import type { Loose } from '../kit/world.ts';
import { openDesk } from './desk.ts';

const titles = (results: Loose): string[] => results.map(({ title }: Loose) => title);

forEachEngine((engine) => {
  describe('search for the best answer (D23.10)', () => {
    it('answers a question in plain words from all text, with the place, its line and the matched words', async () => {
      await using desk = await openDesk({ engine });
      const best = async (query: string, more: object = {}) => (await desk.ok('search', { query, match: 'best', ...more })).results;
      const lines = 'Nothing of note.\n'.repeat(30);
      const { docId } = await desk.ok('create_doc', {
        title: 'Access',
        bodyMarkdown: `A password is kept.\n${lines}People reset forgotten passwords on the sign-in page.\n${lines}`,
      });
      await desk.ok('create_doc', { title: 'Release notes', bodyMarkdown: 'What is new in this version.' });
      await desk.ok('create_doc', { title: 'Lunch', bodyMarkdown: 'There is a page with the menu.' });
      const results = await best('How can I reset my password if it was forgotten?');
      expect(results).toEqual([
        {
          type: 'doc',
          id: docId,
          title: 'Access',
          folderId: null,
          snippet: expect.stringContaining('People reset forgotten passwords on the sign-in page.'),
          line: 32,
          words: '3 of 3',
          url: desk.pageOf(docId),
        },
      ]);
      expect([...results[0].snippet].length).toBeLessThanOrEqual(300);
      expect(await best('how do I bake sourdough bread')).toEqual([]);
      expect(titles(await best('RÉLEASE notés'))[0]).toBe('Release notes');
    });

    it('finds files and skills by their text, and files next to SKILL.md with their path', async () => {
      await using desk = await openDesk({ engine });
      const best = async (query: string) => (await desk.ok('search', { query, match: 'best' })).results;
      const { id: fileId } = await desk.ok('write_file', { name: 'a.txt', content: 'The zebra and hippo report' });
      const { id: skillId } = await desk.ok('write_skill', {
        name: 'on-call',
        description: 'Who answers the pager',
        content: 'Read the escalation table.',
        files: [{ path: 'references/table.md', content: 'One\nThe giraffe team escalates to the okapi team.' }],
      });
      expect(await best('hippos or zebras')).toMatchObject([{ type: 'file', id: fileId, line: 1, words: '2 of 2' }]);
      expect(await best('escalation table')).toMatchObject([{ type: 'skill', id: skillId, words: '2 of 2' }]);
      expect(await best('okapi giraffe')).toMatchObject([
        { type: 'skill', id: skillId, path: 'references/table.md', line: 2, snippet: expect.stringContaining('The giraffe team') },
      ]);
      await desk.ok('write_file', { fileId, content: 'Something else' });
      expect(await best('hippos or zebras')).toEqual([]);
    });

    it('requires text in double quotes, and ignores a quote without a partner', async () => {
      await using desk = await openDesk({ engine });
      const best = async (query: string) => titles((await desk.ok('search', { query, match: 'best' })).results);
      await desk.ok('create_doc', { title: 'One', bodyMarkdown: 'the base  URL of the gateway' });
      await desk.ok('create_doc', { title: 'Two', bodyMarkdown: 'the gateway has a URL at its base' });
      expect(await best('gateway "base url"')).toEqual(['One']);
      expect((await best('gateway "base url')).sort()).toEqual(['One', 'Two']);
    });

    it('finds no hidden items, and ranks as if they did not exist', async () => {
      await using desk = await openDesk({ engine });
      const best = async (query: string) => (await desk.ok('search', { query, match: 'best' })).results;
      const fill = async () => {
        await desk.ok('create_doc', { title: 'First', bodyMarkdown: 'okapi and zebra' });
        await desk.ok('create_doc', { title: 'Second', bodyMarkdown: 'zebra and giraffe' });
        await desk.ok('create_doc', { title: 'Third', bodyMarkdown: 'giraffe '.repeat(40) });
      };
      await fill();
      const before = await best('giraffe zebra okapi');
      const { id: folderId } = await desk.as(desk.owner, 'create_folder', { name: 'Board' });
      for (let number = 0; number < 30; number++) {
        await desk.as(desk.owner, 'create_doc', { title: `okapi ${number}`, bodyMarkdown: 'okapi zebra giraffe', folderId });
      }
      expect(await best('giraffe zebra okapi')).toEqual(before);
    });

    it('narrows every search by folder', async () => {
      await using desk = await openDesk({ engine });
      const { id: folderId } = await desk.ok('create_folder', { name: 'Ours' });
      await desk.ok('create_doc', { title: 'Inside', bodyMarkdown: 'a needle inside', folderId });
      await desk.ok('create_doc', { title: 'Outside', bodyMarkdown: 'a needle outside' });
      for (const match of ['phrase', 'words', 'best']) {
        const { results } = await desk.ok('search', { query: 'needle', match, folderId });
        expect([match, titles(results)]).toEqual([match, ['Inside']]);
      }
      expect(await desk.refused('search', { query: 'needle', folderId: 'folder_none' })).toBe('invalid_request/no_such_item');
    });

    it('finds tasks that answer a question, on request', async () => {
      await using desk = await openDesk({ engine });
      await desk.ok('create_task', { title: 'Order lunch', notes: 'for the release party' });
      await desk.ok('create_task', { title: 'Write the release notes' });
      const { results } = await desk.ok('search', { query: 'Who writes release notes?', match: 'best', type: 'task' });
      expect(titles(results)).toEqual(['Write the release notes']);
    });

    it('compares the tasks that changed last, and says so, if all together have too much text', async () => {
      await using desk = await openDesk({ engine });
      await desk.ok('create_task', { title: 'Feed the numbat' });
      desk.clock.now += 1000;
      for (let count = 0; count < 200; count++) await desk.ok('create_task', { title: `Feed ${count}`, notes: 'x'.repeat(2000) });
      const ask = async (more: object) => await desk.ok('search', { query: 'numbat', type: 'task', ...more });
      expect(await ask({ match: 'best' })).toEqual({ results: [], note: expect.stringMatching(/^only the tasks that changed last/) });
      expect(titles((await ask({ match: 'words' })).results)).toEqual(['Feed the numbat']);
    });
  });

  describe('a phrase without matches (D23.11)', () => {
    it('is answered by related items, and by a note only if there are none', async () => {
      await using desk = await openDesk({ engine });
      await desk.ok('create_doc', { title: 'Plan', bodyMarkdown: 'okapis of a zebra' });
      const related = [expect.objectContaining({ title: 'Plan', words: '2 of 2', line: 1 })];
      expect(await desk.ok('search', { query: 'zebra okapis' })).toEqual({ results: [], related });
      expect(await desk.ok('search', { query: 'zebra okapis', match: 'phrase' })).toEqual({ results: [], related });
      expect(await desk.ok('search', { query: 'okapis of a zebra' })).not.toHaveProperty('related');
      for (const input of [{ query: '"zebra okapis"' }, { query: 'zebra okapis zanzibar', match: 'words' }, { query: 'zanzibar' }]) {
        expect(await desk.ok('search', input)).toEqual({ results: [], note: expect.any(String) });
      }
    });

    it('names tasks that contain the words', async () => {
      await using desk = await openDesk({ engine });
      await desk.ok('create_task', { title: 'Report about Zanzibar' });
      const { note } = await desk.ok('search', { query: 'zanzibar report' });
      expect(note).toMatch(/search with "type": "task" and "match": "words" finds tasks that have it$/);
    });
  });
});
