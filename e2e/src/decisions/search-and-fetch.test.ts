import { describe, expect, it } from 'vitest';
import { httpEntrance, mcpModernEntrance } from '../entrances/index.ts';
import { forEachEngine } from '../kit/engines.ts';
import { openDesk } from './desk.ts';

forEachEngine((engine) => {
  describe('fetch (D24.6)', () => {
    it('returns the text of documents, skills and text files, over every entrance', async () => {
      await using desk = await openDesk({ engine });
      const { docId } = await desk.ok('create_doc', { title: 'Plan', bodyMarkdown: '# Plan\r\n\nZebras.\n' });
      const { id: fileId } = await desk.ok('write_file', { name: 'a.txt', content: 'one' });
      const { id: skillId } = await desk.ok('write_skill', { name: 'on-call', description: 'Pager', content: 'Answer.' });
      for (const entrance of [httpEntrance, mcpModernEntrance]) {
        const opened = entrance.open(desk);
        const fetch = async (id: string) => (await opened.call('fetch', { id }, { key: desk.readKey })).value;
        expect(await fetch(docId)).toEqual({
          id: docId,
          title: 'Plan',
          text: '# Plan\r\n\nZebras.\n',
          url: desk.pageOf(docId),
          metadata: { type: 'doc', versionCount: 1, updatedAt: expect.any(Number) },
        });
        expect(await fetch(fileId)).toMatchObject({ title: 'a.txt', text: 'one', metadata: { type: 'file' } });
        expect(await fetch(skillId)).toMatchObject({
          title: 'on-call',
          text: expect.stringContaining('Answer.'),
          metadata: { type: 'skill' },
        });
      }
    });

    it('explains how to continue if the text has more than 256 KB', async () => {
      await using desk = await openDesk({ engine });
      const text = `${'x'.repeat(1023)}\n`.repeat(300);
      const { docId } = await desk.ok('create_doc', { title: 'Long', bodyMarkdown: text });
      const fetched = await desk.ok('fetch', { id: docId });
      expect(fetched.text).toBe(text.slice(0, 256 * 1024));
      expect(fetched.metadata.note).toBe(
        `this is the beginning of 300 lines; read_lines with docId "${docId}", startLine 257 and startOffset 0 continues`,
      );
      const { text: next } = await desk.ok('read_lines', { docId, startLine: 257, startOffset: 0 });
      expect(text.slice(fetched.text.length).startsWith(next)).toBe(true);
    });

    it('refuses items that are not text, and items that the key cannot see', async () => {
      await using desk = await openDesk({ engine });
      const { id } = await desk.ok('write_file', { name: 'a.bin', contentBase64: 'AAECAw==' });
      expect(await desk.refused('fetch', { id })).toBe('invalid_request/not_text');
      const { id: folderId } = await desk.as(desk.owner, 'create_folder', { name: 'Board' });
      const hidden = await desk.as(desk.owner, 'create_doc', { title: 'Hidden', bodyMarkdown: '', folderId });
      expect(await desk.refused('fetch', { id: hidden.docId })).toBe('invalid_request/no_such_item');
    });
  });

  describe('a key whose search answers questions (D23.11)', () => {
    it('finds the best answers without match, from the next call on, and does so after a rotation', async () => {
      await using desk = await openDesk({ engine });
      await desk.ok('create_doc', { title: 'Okapis', bodyMarkdown: 'What okapis eat: leaves' });
      const ask = async (key: string, more: object = {}) => {
        const { results } = await desk.ok('search', { query: 'what does an okapi eat?', ...more }, key);
        return results.length;
      };
      expect(await ask(desk.key)).toBe(0);
      expect(await desk.as(desk.person, 'edit_key', { keyId: desk.keyId, search: 'best' })).toMatchObject({ search: 'best' });
      expect([await ask(desk.key), await ask(desk.key, { match: 'phrase' }), await ask(desk.readKey)]).toEqual([1, 0, 0]);
      const { key, search } = await desk.as(desk.person, 'rotate_key', { keyId: desk.keyId });
      expect([search, await ask(key)]).toEqual(['best', 1]);
      await desk.as(desk.person, 'edit_key', { keyId: desk.keyId, search: 'phrase' });
      expect([await ask(desk.key), await ask(key)]).toEqual([0, 0]);
    });

    it('is changed only by its own person', async () => {
      await using desk = await openDesk({ engine });
      const bob = await desk.addPerson('bob@acme.test');
      await expect(desk.as(bob, 'edit_key', { keyId: desk.keyId, search: 'best' })).rejects.toThrow();
    });
  });
});
