import { beforeAll, describe, expect, it } from 'vitest';
import { forEachEngine } from '../kit/engines.ts';
import type { Loose } from '../kit/world.ts';
import { type Desk, openDesk } from './desk.ts';

/** Occurrences of one or two characters from which SQLite walks the newest items instead of its index. */
const moreThanRare = 5001;

forEachEngine((engine) => {
  describe('search (D23)', () => {
    it('orders by exact title, title start, title, tag, body; then newest update; then id', async () => {
      await using desk = await openDesk({ engine });
      const doc = async (title: string, bodyMarkdown: string) => {
        desk.clock.now += 1000;
        return (await desk.ok('create_doc', { title, bodyMarkdown })).docId;
      };
      const file = async (name: string, tags: string[]) => {
        desk.clock.now += 1000;
        return (await desk.ok('write_file', { name, content: 'walrus', tags })).id;
      };
      const exact = await file('walrus', []);
      const start = await doc('Walrus and carpenter', '');
      const inside = await doc('The walrus', '');
      const tag = await file('picture', ['x', 'a walrus']);
      const bodyOld = await doc('One', 'about a WALRUS');
      const bodyNew = await doc('Two', 'walrus walrus walrus');
      const { results } = await desk.ok('search', { query: 'walrus' });
      expect(results.map(({ id }: Loose) => id)).toEqual([exact, start, inside, tag, bodyNew, bodyOld]);
      await desk.ok('append_doc', { docId: bodyOld, text: '!' });
      const { results: after } = await desk.ok('search', { query: 'walrus', type: 'doc' });
      expect(after.map(({ id }: Loose) => id)).toEqual([start, inside, bodyOld, bodyNew]);
    });

    it('breaks a tie of time in a fixed way', async () => {
      await using desk = await openDesk({ engine });
      for (let number = 0; number < 5; number++) await desk.ok('create_doc', { title: 'Tie', bodyMarkdown: '' });
      const first = (await desk.ok('search', { query: 'tie' })).results.map(({ id }: Loose) => id);
      for (let time = 0; time < 3; time++) {
        expect((await desk.ok('search', { query: 'tie' })).results.map(({ id }: Loose) => id)).toEqual(first);
      }
    });

    it('returns at most 25 of the items that the key can see', async () => {
      await using desk = await openDesk({ engine });
      const { id: folderId } = await desk.as(desk.owner, 'create_folder', { name: 'Board' });
      const { docId } = await desk.ok('create_doc', { title: 'needle of mine', bodyMarkdown: '' });
      for (let number = 0; number < 40; number++) {
        desk.clock.now += 1000;
        await desk.as(desk.owner, 'create_doc', { title: `needle ${number}`, bodyMarkdown: 'needle', folderId });
      }
      expect((await desk.ok('search', { query: 'needle' })).results.map(({ id }: Loose) => id)).toEqual([docId]);
      await desk.as(desk.owner, 'share_folder', { folderId, organization: true });
      expect((await desk.ok('search', { query: 'needle' })).results).toHaveLength(25);
    });

    it('does not fill a lower tier with results of a better one', async () => {
      await using desk = await openDesk({ engine });
      const createDocs = async (count: number, title: string) => {
        for (let number = 0; number < count; number++) {
          desk.clock.now += 1000;
          await desk.ok('create_doc', { title, bodyMarkdown: 'needle' });
        }
      };
      await createDocs(10, 'body alone');
      await createDocs(10, 'a needle inside');
      await createDocs(10, 'needle first');
      const { results } = await desk.ok('search', { query: 'needle' });
      expect(results.map(({ title }: Loose) => title)).toEqual([
        ...Array(10).fill('needle first'),
        ...Array(10).fill('a needle inside'),
        ...Array(5).fill('body alone'),
      ]);
    });

    it('returns common characters only from items that the key can see', async () => {
      await using desk = await openDesk({ engine });
      const { id: folderId } = await desk.as(desk.owner, 'create_folder', { name: 'Board' });
      const common = 'ü'.repeat(moreThanRare);
      await desk.as(desk.owner, 'create_doc', { title: 'hidden', bodyMarkdown: common, folderId });
      const { docId: old } = await desk.ok('create_doc', { title: 'old', bodyMarkdown: common });
      desk.clock.now += 1000;
      const { docId: recent } = await desk.ok('create_doc', { title: 'recent', bodyMarkdown: 'üü' });
      await desk.ok('create_doc', { title: 'other', bodyMarkdown: 'u' });
      for (const query of ['ü', 'üü']) {
        const { results } = await desk.ok('search', { query });
        expect(results.map(({ id }: Loose) => id)).toEqual([recent, old]);
      }
    });

    it('never finds deleted items, or items of another organization', async () => {
      await using desk = await openDesk({ engine });
      const globex = await desk.addOrganization('Globex');
      await desk.as(globex.owner, 'create_doc', { title: 'needle', bodyMarkdown: 'needle' });
      const { docId } = await desk.ok('create_doc', { title: 'needle', bodyMarkdown: 'needle' });
      await desk.ok('delete_doc', { docId });
      expect((await desk.ok('search', { query: 'needle' })).results).toEqual([]);
    });

    it('finds documents by title and body, but files and skills only by name and tags', async () => {
      await using desk = await openDesk({ engine });
      await desk.ok('write_file', { name: 'a.txt', content: 'needle' });
      await desk.ok('write_skill', { name: 'a-skill', description: 'needle', content: 'needle' });
      expect((await desk.ok('search', { query: 'needle' })).results).toEqual([]);
      const { id } = await desk.ok('write_file', { name: 'needle.txt', content: '' });
      expect((await desk.ok('search', { query: 'needle' })).results).toEqual([
        { type: 'file', id, title: 'needle.txt', folderId: null, url: desk.pageOf(id) },
      ]);
    });

    it('shows the place of the phrase in a body, in at most 160 characters', async () => {
      await using desk = await openDesk({ engine });
      await desk.ok('create_doc', { title: 'Long', bodyMarkdown: `${'before '.repeat(100)}NEEDLE${' after'.repeat(100)}` });
      const [{ snippet }] = (await desk.ok('search', { query: 'needle' })).results;
      expect(snippet).toContain('NEEDLE');
      expect([...snippet].length).toBeLessThanOrEqual(160);
    });

    it('includes a change immediately', async () => {
      await using desk = await openDesk({ engine });
      const { docId } = await desk.ok('create_doc', { title: 'One', bodyMarkdown: 'first words' });
      await desk.ok('update_doc', { docId, bodyMarkdown: 'second words', changeSummary: 's' });
      const found = async (query: string) => (await desk.ok('search', { query })).results.length;
      expect([await found('first words'), await found('second words')]).toEqual([0, 1]);
      await desk.ok('move_item', { docId, outOfFolders: true, name: 'Renamed' });
      expect([await found('One'), await found('Renamed'), await found('second words')]).toEqual([0, 1, 1]);
    });
  });

  describe('search for words (D23)', () => {
    const titles = ({ results }: Loose): string[] => results.map(({ title }: Loose) => title);

    it('finds items with all words, in any order and in several places, in the order of a phrase search', async () => {
      await using desk = await openDesk({ engine });
      const found = async (query: string, more: object = {}) => titles(await desk.ok('search', { query, match: 'words', ...more }));
      const documents: [title: string, bodyMarkdown: string][] = [
        ['In the body', 'the NOTES of a release'],
        ['Release 2', 'with notes'],
        ['Notes before release', ''],
        ['Release notes of May', ''],
        ['Release notes', ''],
        ['Release', 'of nothing'],
      ];
      for (const [title, bodyMarkdown] of documents) {
        desk.clock.now += 1000;
        await desk.ok('create_doc', { title, bodyMarkdown });
      }
      await desk.ok('write_file', { name: 'a.txt', content: 'release notes', tags: ['notes', 'release'] });
      const rest = ['a.txt', 'Release 2', 'In the body'];
      expect(await found('release notes')).toEqual(['Release notes', 'Release notes of May', 'Notes before release', ...rest]);
      expect(await found(' notes\nRELEASE ')).toEqual(['Release notes', 'Release notes of May', 'Notes before release', ...rest]);
      expect(await found('notes release', { type: 'file' })).toEqual(['a.txt']);
      expect(await found('elease otes ma')).toEqual(['Release notes of May']);
      expect(await found('release nowhere')).toEqual([]);
      expect(await found('Release')).toEqual(titles(await desk.ok('search', { query: 'Release' })));
    });

    it('finds common characters, alone and next to a rare word, and nothing hidden', async () => {
      await using desk = await openDesk({ engine });
      const found = async (query: string) => titles(await desk.ok('search', { query, match: 'words' }));
      const { id: folderId } = await desk.as(desk.owner, 'create_folder', { name: 'Board' });
      const common = 'üö'.repeat(moreThanRare);
      await desk.as(desk.owner, 'create_doc', { title: 'hidden ä', bodyMarkdown: `${common} rare`, folderId });
      await desk.ok('create_doc', { title: 'old ä', bodyMarkdown: `${common} rare` });
      desk.clock.now += 1000;
      await desk.ok('create_doc', { title: 'recent', bodyMarkdown: 'üä' });
      await desk.ok('create_doc', { title: 'ö rare', bodyMarkdown: '' });
      expect(await found('ü ö')).toEqual(['old ä']);
      expect(await found('ü ä')).toEqual(['recent', 'old ä']);
      expect(await found('ö rare')).toEqual(['ö rare', 'old ä']);
      expect(await found('ü rare')).toEqual(['old ä']);
    });

    it('shows the phrase, or the longest word', async () => {
      await using desk = await openDesk({ engine });
      const between = ' between'.repeat(100);
      await desk.ok('create_doc', { title: 'Apart', bodyMarkdown: `the one${between} LONGEST${between}` });
      await desk.ok('create_doc', { title: 'Together', bodyMarkdown: `longest${between} the longest${between}` });
      const { results } = await desk.ok('search', { query: 'the longest', match: 'words' });
      const snippets = Object.fromEntries(results.map(({ title, snippet }: Loose) => [title, snippet]));
      expect(snippets.Apart).toContain('between LONGEST between');
      expect(snippets.Together).toContain('between the longest between');
      for (const { snippet } of results) expect([...snippet].length).toBeLessThanOrEqual(160);
    });
  });

  describe('a search without results', () => {
    it('names a wider search with results, and other suggestions', async () => {
      await using desk = await openDesk({ engine });
      const { id: folderId } = await desk.as(desk.owner, 'create_folder', { name: 'Board' });
      await desk.as(desk.owner, 'create_doc', { title: 'hidden', bodyMarkdown: 'notes of the board', folderId });
      await desk.ok('create_doc', { title: 'Plan', bodyMarkdown: 'notes of a release' });
      const note = async (input: object): Promise<string> => {
        const answer = await desk.ok('search', input);
        expect(answer).toEqual({ results: [], note: expect.any(String) });
        return answer.note;
      };
      expect(await note({ query: 'elease ote' })).toMatch(/; search with "match": "words" finds something$/);
      expect(await note({ query: 'of a release', type: 'file' })).toMatch(/of type "file".*; search without "type" finds something$/);
      expect(await note({ query: 'release notes', match: 'words', type: 'skill' })).toMatch(/; search without "type" finds something$/);
      expect(await note({ query: 'release notes', type: 'file' })).toMatch(
        /; search with "match": "words" and without "type" finds something$/,
      );
      const outer = (await desk.ok('create_folder', { name: 'Outer' })).id;
      const inner = (await desk.ok('create_folder', { name: 'Inner', parentId: outer })).id;
      await desk.ok('create_doc', { title: 'Deep', bodyMarkdown: 'the axolotl', folderId: inner });
      expect(await note({ query: 'axolotl', folderId: outer })).toMatch(/; search with "deep": true finds something$/);
      expect(await note({ query: 'zebra', folderId: outer })).toMatch(/document body; grep also looks into files and skills$/);
      expect(await note({ query: 'board qwertz' })).toMatch(/; try fewer words; grep also looks into files and skills$/);
      expect(await note({ query: 'notes board', match: 'words' })).toMatch(/all of these words.*; try fewer words; grep/);
      await desk.ok('create_task', { title: 'Zanzibar report' });
      expect(await note({ query: 'zanzibar' })).toMatch(
        /grep also looks into files and skills; search with "type": "task" finds tasks that have it$/,
      );
      expect(await note({ query: 'zanzibar', type: 'doc' })).not.toContain('task');
      expect(await note({ query: 'nowhere', type: 'doc' })).toMatch(/document body; grep also looks into files and skills$/);
      expect(await desk.ok('search', { query: 'notes of a' })).not.toHaveProperty('note');
    });
  });

  describe('the phrase (D23)', () => {
    const bodies: Record<string, string> = {
      percent: '100% of it',
      plain: '100 of it',
      underscore: 'snake_case',
      hyphen: 'snake-case',
      quote: 'said "no" twice',
      star: 'a*b',
      starless: 'aab',
      backslash: 'C:\\temp\\x',
      operators: 'this OR that NOT near(x)',
      spaces: 'two  \t\n words',
      german: 'STRAẞE und Große',
      turkish: 'Iıİi',
      greek: 'ΣΊΣΥΦΟΣ',
      kelvin: '300 \u212a',
      decomposed: 'cafe\u0301',
      astral: 'ends with \u{1f600}',
      chinese: '你好世界',
      deseret: '\u{10400}\u{10401}',
    };
    let desk: Desk;
    beforeAll(async () => {
      desk = await openDesk({ engine });
      for (const [title, bodyMarkdown] of Object.entries(bodies)) await desk.ok('create_doc', { title: `doc ${title}`, bodyMarkdown });
      return () => desk[Symbol.asyncDispose]();
    });

    it.each([
      ['100%', ['percent']],
      ['100', ['percent', 'plain']],
      ['e_c', ['underscore']],
      ['"no"', ['quote']],
      ['a*b', ['star']],
      ['*', ['star']],
      ['\\temp\\', ['backslash']],
      ['"', ['quote']],
      ['%', ['percent']],
      ['_', ['underscore']],
      ['that NOT', ['operators']],
      ['this that', []],
      ['two words', ['spaces']],
      ['  two \n words ', ['spaces']],
      ['straße', ['german']],
      ['grosse', []],
      ['σίσυφοσ', ['greek']],
      ['k', ['backslash', 'turkish', 'greek', 'kelvin', 'underscore', 'hyphen']],
      ['300 k', ['kelvin']],
      ['CAFÉ', ['decomposed']],
      ['\u{1f600}', ['astral']],
      ['好', ['chinese']],
      ['世界', ['chinese']],
      ['\u{10428}\u{10429}', ['deseret']],
    ])('%j is taken literally, in any case', async (query, expected) => {
      const { results } = await desk.ok('search', { query });
      const titles = results.map(({ title }: Loose) => title.slice(4)).filter((title: string) => title in bodies);
      expect(titles.sort()).toEqual([...expected].sort());
    });

    it.each(['', '   ', '\t\n', '\u0002', 'a\u0007b'])('%j is not a phrase', async (query) => {
      expect(await desk.refused('search', { query })).toBe('invalid_request/invalid_argument');
    });
  });
});
