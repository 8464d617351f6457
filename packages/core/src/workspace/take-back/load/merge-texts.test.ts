import { describe, expect, it } from 'vitest';
import { namedPlaces, withChoices } from './merge-texts.ts';

const text = 'one is long\ntwo\none is long\n';
const taken = {
  text,
  places: [
    { from: 0, to: 11, was: '1' },
    { from: 12, to: 15, was: 'two and more' },
    { from: 16, to: 27, was: '1' },
  ],
};
const [first, second, third] = namedPlaces(taken).map(({ id }) => id) as [string, string, string];

describe('open places of a text (D66.8)', () => {
  it('have different identifiers, even if both texts are the same', () => {
    expect(new Set([first, second, third]).size).toBe(3);
    expect(namedPlaces({ ...taken, places: taken.places.slice(0, 2) }).map(({ id }) => id)).toEqual([first, second]);
  });

  it('keep their position in the text, whatever is chosen for places before them', () => {
    const chosen = withChoices(taken, { [first]: 'before' });
    expect(chosen.text).toBe('1\ntwo\none is long\n');
    expect(chosen.places.map(({ from, to, was }) => [chosen.text.slice(from, to), was])).toEqual([
      ['two', 'two and more'],
      ['one is long', '1'],
    ]);
    expect(namedPlaces(chosen).map(({ now }) => now)).toEqual(['two', 'one is long']);
  });

  it('can be decided for the present text too, and ignore unknown identifiers', () => {
    const chosen = withChoices(taken, { [first]: 'now', [second]: 'before', other: 'before' });
    expect(chosen.text).toBe('one is long\ntwo and more\none is long\n');
    expect(chosen.places.map(({ from, to }) => chosen.text.slice(from, to))).toEqual(['one is long']);
    expect(chosen.undecided).toEqual(taken);
  });

  it('stay open if they overlap with a later place', () => {
    const both = {
      text: 'abcdef',
      places: [
        { from: 0, to: 4, was: 'x' },
        { from: 2, to: 6, was: 'y' },
      ],
    };
    const [outer, inner] = namedPlaces(both).map(({ id }) => id) as [string, string];
    const chosen = withChoices(both, { [outer]: 'before', [inner]: 'before' });
    expect(chosen).toMatchObject({ text: 'aby', places: [{ from: 0, was: 'x' }] });
  });
});
