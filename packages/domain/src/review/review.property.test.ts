import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changesOf, type ReviewPair } from './changes.ts';
import { decide } from './decide.ts';
import { saveByPerson } from './save-by-person.ts';

const scripts = ['Latin', 'Кириллица', 'ελληνικά', 'עברית', '漢字かな', 'हिन्दी'];
const sequences = 300;
const sequencesByNight = 10_000;

/** A paragraph in both texts. Null if that text does not have it. */
interface Cell {
  reviewed: string | null;
  current: string | null;
}

const isWaiting = ({ reviewed, current }: Cell) => reviewed !== current;
const textOf = (cells: readonly Cell[], side: keyof Cell) =>
  cells.flatMap((cell) => (cell[side] === null ? [] : [`${cell[side]}\n\n`])).join('');

interface Step {
  who: 'agent' | 'person' | 'accept' | 'decline';
  what: 'edit' | 'add' | 'remove';
  at: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('agent', 'agent', 'agent', 'person', 'person', 'accept', 'decline'),
  what: fc.constantFrom('edit', 'add', 'remove'),
  at: fc.nat(30),
});

/** Runs steps on the functions and on a model, a list of paragraphs. Compares both texts after each step. */
function holds(steps: readonly Step[]): void {
  let count = 0;
  const word = () => `${scripts[count % scripts.length]} ${++count} ${scripts[(count * 5) % scripts.length]}`;
  let cells: Cell[] = Array.from({ length: 9 }, word).map((text) => ({ reviewed: text, current: text }));
  let pair: ReviewPair = { reviewed: textOf(cells, 'reviewed'), current: textOf(cells, 'current') };
  for (const { who, what, at } of steps) {
    if (who === 'accept' || who === 'decline') {
      const changes = changesOf(pair);
      expect(changes).toHaveLength(cells.filter(isWaiting).length);
      const chosen = changes[at % Math.max(changes.length, 1)];
      if (!chosen) continue;
      const ids = new Set([chosen.id]);
      const cell = cells.filter(isWaiting)[changes.indexOf(chosen)] as Cell;
      if (who === 'accept') cell.reviewed = cell.current;
      else cell.current = cell.reviewed;
      pair = decide(pair, who === 'accept' ? { accept: ids, decline: new Set() } : { accept: new Set(), decline: ids });
    } else {
      const before = pair.current;
      if (!change(cells, { who, what, at }, word)) continue;
      const current = textOf(cells, 'current');
      const { reviewed } = who === 'agent' ? pair : saveByPerson({ ...pair, current: before }, current);
      pair = { reviewed, current };
    }
    cells = cells.filter(({ reviewed, current }) => reviewed !== null || current !== null);
    expect(pair).toEqual({ reviewed: textOf(cells, 'reviewed'), current: textOf(cells, 'current') });
  }
}

/**
 * Changes the current text of the model, and for a person the reviewed one too. Agents keep one paragraph between changes, so that none
 * touch.
 */
function change(cells: Cell[], { who, what, at }: Step, word: () => string): boolean {
  const place = at % cells.length;
  const isSettled = (index: number) => !cells[index] || !isWaiting(cells[index] as Cell);
  const isBesideChanges = !isSettled(place) || !isSettled(place - 1) || !isSettled(place + 1);
  if (who === 'agent' && isBesideChanges) return false;
  const text = what === 'remove' ? null : word();
  if (what === 'add') {
    cells.splice(place, 0, { reviewed: who === 'agent' ? null : text, current: text });
    // Adding a paragraph next to an agent's removal touches the removal.
    for (const beside of [place - 1, place + 1]) {
      const cell = cells[beside];
      if (who === 'person' && cell?.current === null) cell.reviewed = null;
    }
    return true;
  }
  const cell = cells[place] as Cell;
  // Removing the only paragraph between two changes would join them into one.
  if (what === 'remove' && !isSettled(place - 1) && !isSettled(place + 1)) return false;
  if (cell.current === null || cells.filter(({ current }) => current !== null).length < 3) return false;
  cell.current = text;
  if (who === 'person') cell.reviewed = text;
  return true;
}

function keepsBoth(count: number): void {
  fc.assert(fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), holds), { numRuns: count });
}

it("keeps people's and accepted changes in the reviewed text, and all but declined ones in the current text", () => {
  keepsBoth(sequences);
});

it('does so in many sequences', { tags: ['nightly'], timeout: 600_000 }, () => {
  keepsBoth(sequencesByNight);
});

const line = fc.constantFrom('', '', ' ', 'a', 'b', 'c', 'alpha beta', 'alpha gamma', '漢字', 'עברית', '# x', '- x');
const text = fc.tuple(fc.array(line, { maxLength: 14 }), fc.boolean()).map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));

it('lets any subset of changes be accepted, declined and left, for every pair of texts', () => {
  fc.assert(
    fc.property(text, text, fc.array(fc.constantFrom('accept', 'decline', 'leave')), (reviewed, current, choices) => {
      const pair = { reviewed, current };
      const changes = changesOf(pair);
      const chosen = (choice: string) =>
        new Set(changes.filter((_, index) => choices[index % (choices.length || 1)] === choice).map(({ id }) => id));
      expect(decide(pair, { accept: new Set(), decline: new Set() })).toEqual(pair);
      expect(decide(pair, { accept: new Set(), decline: new Set(changes.map(({ id }) => id)) }).current).toBe(reviewed);
      const decided = decide(pair, { accept: chosen('accept'), decline: chosen('decline') });
      const expected = (side: 'reviewed' | 'current') => {
        let [result, at] = ['', 0];
        for (const { id, before, after, reviewedAt } of changes) {
          result += reviewed.slice(at, reviewedAt);
          const isTaken = side === 'reviewed' ? chosen('accept').has(id) : !chosen('decline').has(id);
          result += isTaken ? after : before;
          at = reviewedAt + before.length;
        }
        return result + reviewed.slice(at);
      };
      expect(decided).toEqual({ reviewed: expected('reviewed'), current: expected('current') });
      const lines = (one: string) => new Set(one.split('\n'));
      for (const one of lines(decided.reviewed)) expect(lines(reviewed).has(one) || lines(current).has(one)).toBe(true);
    }),
    { numRuns: sequences * 5 },
  );
});

it('keeps every line of a person intact in both texts, whatever waits', () => {
  fc.assert(
    fc.property(text, text, text, (reviewed, current, saved) => {
      const after = saveByPerson({ reviewed, current }, saved);
      const lines = new Set([...reviewed.split('\n'), ...saved.split('\n')]);
      for (const one of after.reviewed.split('\n')) expect(lines.has(one)).toBe(true);
      if (current === saved && after.touched.length === 0) expect(after.reviewed).toBe(reviewed);
      if (reviewed === current) expect(after.reviewed).toBe(saved);
    }),
    { numRuns: sequences * 5 },
  );
});
