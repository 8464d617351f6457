import { describe, expect, it } from 'vitest';
import { find, recentFirst } from './findables.ts';

const entry = (title: string, kind = 'Agent') => ({ id: title, title, kind, open: () => {} });
const titlesOf = (text: string, entries: ReturnType<typeof entry>[]) => find(text, entries).map(({ title }) => title);

describe('find', () => {
  it('ranks titles that begin with the text, then words that do, then parts of words, then kinds', () => {
    const entries = [entry('Robot', 'Agent of Ada'), entry('Canada'), entry('The Ada bot'), entry('Ada', 'ada@acme.test'), entry('Bob')];
    expect(titlesOf(' ADA ', entries)).toEqual(['Ada', 'The Ada bot', 'Canada', 'Robot']);
  });

  it('finds and ranks accented letters by their plain letters', () => {
    const entries = [entry('Am Straßenrand'), entry('Café'), entry('Straße'), entry('Ångström 計画')];
    expect(titlesOf('strasse', entries)).toEqual(['Straße', 'Am Straßenrand']);
    expect(titlesOf('CAFE', entries)).toEqual(['Café']);
    expect(titlesOf('angstrom', entries)).toEqual(['Ångström 計画']);
    expect(titlesOf('計画', entries)).toEqual(['Ångström 計画']);
    expect(titlesOf('straße', [entry('Strasse')])).toEqual(['Strasse']);
    expect(titlesOf('++', [entry('Strasse'), entry('C++')])).toEqual(['C++']);
  });

  it('returns the first entries without a text, and never more than people can read', () => {
    const entries = Array.from({ length: 10_000 }, (_, index) => entry(`agent ${index}`));
    expect(titlesOf('', entries)).toHaveLength(50);
    expect(titlesOf('agent', entries)).toEqual(entries.slice(0, 50).map(({ title }) => title));
    expect(titlesOf('agent 9999', entries)).toEqual(['agent 9999']);
    expect(titlesOf('absent', entries)).toEqual([]);
  });

  it('ranks entries found by their text after all others', () => {
    const inText = { ...entry('Minutes', 'Document'), isInText: true };
    expect(titlesOf('ada', [inText, entry('Canada')])).toEqual(['Canada', 'Minutes']);
  });
});

it('recently opened entries come first, each once', () => {
  const [one, two, three] = [entry('one'), entry('two'), entry('three')];
  expect(recentFirst([one, two, one, three], ['three', 'gone', 'two']).map(({ title }) => title)).toEqual(['three', 'two', 'one']);
});
