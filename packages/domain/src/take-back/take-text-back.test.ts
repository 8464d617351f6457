import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TextVersion, takeTextBack } from './take-text-back.ts';

const run = (text: string): TextVersion => ({ isOfRun: true, text });
const others = (text: string): TextVersion => ({ isOfRun: false, text });

function taken(before: string, versions: readonly TextVersion[]) {
  const { text, places } = takeTextBack(before, versions);
  return { text, places: places.map(({ from, to, was }) => [text.slice(from, to), was]) };
}

describe('takeTextBack (D66)', () => {
  it.each([
    ['all of it, if nobody else changed it', 'a\nb\n', [run('a\nB\n'), run('A\nB\nc\n')], 'a\nb\n'],
    ['what others have not changed since', 'a\nb\nc\nd\n', [run('A\nb\nc\nd\n'), others('A\nb\nc\nD\n')], 'a\nb\nc\nD\n'],
    [
      'changes before and behind those of others',
      'a\nb\nc\nd\ne\n',
      [run('A\nb\nc\nd\ne\n'), others('A\nb\nC\nd\ne\n'), run('A\nb\nC\nd\nE\n')],
      'a\nb\nC\nd\ne\n',
    ],
    ['words of one line', 'the quick red fox\n', [run('the slow red fox\n'), others('the slow red wolf\n')], 'the quick red wolf\n'],
    [
      'a change of the run within one that it made before',
      'a\nb\nc\n',
      [run('a\nX y\nc\n'), others('A\nX y\nc\n'), run('A\nX z\nc\n')],
      'A\nb\nc\n',
    ],
    ['nothing, if the run changed nothing', 'a\n', [others('b\n')], 'b\n'],
    ['what the run removed', 'a\nb\nc\n', [run('a\nc\n'), others('a\nc\n\nd\n')], 'a\nb\nc\n\nd\n'],
  ])('takes back %s', (_what, before, versions, text) => {
    expect(taken(before, versions)).toEqual({ text, places: [] });
  });

  it.each([
    [
      'words that others changed too',
      'the fox\n',
      [run('the slow fox\n'), others('the slowest fox\n')],
      'the slowest fox\n',
      [['the slowest fox\n', 'the fox\n']],
    ],
    [
      'the lines next to what others changed in a text that the run created',
      '',
      [run('1\n2\n3\n4\n5\n'), others('1\n2\n3!\n4\n5\n')],
      '2\n3!\n4\n',
      [['2\n3!\n4\n', '']],
    ],
    [
      'a line that others changed too, and no line before or after it',
      'a\n\nb\n\nc\n',
      [run('A a\n\nB\n\nC\n'), others('A a\n\nX\n\nC\n')],
      'a\n\nX\n\nc\n',
      [['X\n', 'b\n']],
    ],
    [
      'a line that others wrote, even if the run had written the same earlier and changed it back',
      'a\n\nb\n\nc\n',
      [run('A\n\nb\n\nc\n'), others('A\n\nb\n\nC\n'), run('a\n\nb\n\nC\n'), others('A\n\nb\n\nC\n')],
      'A\n\nb\n\nC\n',
      [['A\n', 'a\n']],
    ],
    [
      'a line out that others removed, even if the run had removed it earlier and added it again',
      'a\n\nb\n\nc\n\nd\n',
      [run('a\n\nc\n\nd\n'), others('a\n\nc\n\nD\n'), run('a\n\nb\n\nc\n\nD\n'), others('a\n\nc\n\nD\n')],
      'a\n\nc\n\nD\n',
      [['', 'b\n\n']],
    ],
    [
      'such a line also where what it takes back before it makes the text shorter',
      'a\n\nx\n\nn\n\nz\n',
      [
        run('a\n\nX\n\nn\n\nz\n'),
        others('a\n\nX\n\nn\n\nZ\n'),
        run('a long line\n\nX\n\nn\n\nZ\n'),
        others('a long line\n\nX\n\nn\n\nZ!\n'),
        run('a long line\n\nx\n\nn\n\nZ!\n'),
        others('a long line\n\nX\n\nn\n\nZ!\n'),
      ],
      'a\n\nX\n\nn\n\nZ!\n',
      [['X\n', 'x\n']],
    ],
    [
      'a word next to one that others changed',
      'one, two\n',
      [run('uno, two\n'), others('uno; two\n')],
      'uno; two\n',
      [['uno; two\n', 'one, two\n']],
    ],
    [
      'a line that others wrote behind one that the run added',
      'a\nz\n',
      [run('a\nrun\nz\n'), others('a\nrun\nabout it\nz\n')],
      'a\nrun\nabout it\nz\n',
      [['run\nabout it\n', '']],
    ],
  ])('leaves %s, and reports its text before the run', (_what, before, versions, text, places) => {
    expect(taken(before, versions)).toEqual({ text, places });
  });

  it('reports the position of a place after changes before it were taken back', () => {
    const versions = [run('long before\na\nb\nthe slow fox\n'), others('long before\na\nb\nthe slowest fox\n')];
    expect(taken('x\na\nb\nthe fox\n', versions)).toEqual({
      text: 'x\na\nb\nthe slowest fox\n',
      places: [['the slowest fox\n', 'the fox\n']],
    });
    const again = [run('1\n2\n3\nthe slow fox\n'), others('1\n2\n3\nthe slowest fox\n'), run('longer\n2\n3\nthe slowest fox\n')];
    expect(taken('1\n2\n3\nthe fox\n', again)).toEqual({
      text: '1\n2\n3\nthe slowest fox\n',
      places: [['the slowest fox\n', 'the fox\n']],
    });
  });

  interface Slot {
    id: number;
    text: string;
    byRun: boolean;
    byOthers: boolean;
  }
  const step = fc.record({ isOfRun: fc.boolean(), what: fc.constantFrom('change', 'change', 'add'), at: fc.nat(30) });
  const histories = fc.record({ count: fc.integer({ min: 1, max: 8 }), steps: fc.array(step, { maxLength: 20 }) });
  type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;

  const textOf = (slots: readonly Pick<Slot, 'text'>[]) => slots.map(({ text }) => `${text}\n\n`).join('');

  /**
   * Paragraphs that the run and others change and add. The oracle is each one without the run; paragraphs that the run added are absent.
   */
  function play({ count, steps }: History) {
    const blank = { byRun: false, byOthers: false };
    let slots: Slot[] = Array.from({ length: count }, (_, id) => ({ ...blank, id, text: `base${id} word${id}` }));
    const oracle = new Map(slots.map(({ id, text }) => [id, text]));
    const before = textOf(slots);
    const versions = steps.map(({ isOfRun, what, at }, index): TextVersion => {
      const text = `${isOfRun ? 'run' : 'other'}${index} word${index}`;
      const touched = isOfRun ? { byRun: true } : { byOthers: true };
      const place = at % slots.length;
      const id = what === 'add' ? count + index : slots[place]!.id;
      if (what === 'add') slots = slots.toSpliced(place, 0, { ...blank, ...touched, id, text });
      else slots = slots.with(place, { ...slots[place]!, ...touched, text });
      if (!isOfRun) oracle.set(id, text);
      return { isOfRun, text: textOf(slots) };
    });
    return { before, versions, slots, oracle };
  }

  /** A continuous change of the run is one place: all of it must be separate from changes by others. */
  function isApart(slots: readonly Slot[], index: number): boolean {
    const { byRun } = slots[index]!;
    let [from, to] = [index, index];
    while (byRun && slots[from - 1]?.byRun) from--;
    while (byRun && slots[to + 1]?.byRun) to++;
    const around = slots.slice(Math.max(0, from - 1), to + 2);
    return !around.some((slot) => slot.byOthers) || !around.some((slot) => slot.byRun);
  }

  it('leaves paragraphs as if the run had not happened, if others did not touch them or their neighbors', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { before, versions, slots, oracle } = play(history);
        const { text, places } = takeTextBack(before, versions);
        const paragraphs = text.split('\n\n');
        for (const [index, { id, text: last }] of slots.entries()) {
          if (!isApart(slots, index)) continue;
          if (oracle.has(id)) expect(paragraphs).toContain(oracle.get(id));
          else expect(paragraphs).not.toContain(last);
        }
        if (places.length > 0) return;
        const expected = textOf(slots.flatMap(({ id }) => (oracle.has(id) ? [{ text: oracle.get(id)! }] : [])));
        // Among the run's own paragraphs, nothing says which of them stood before what others added there.
        const isWithin = slots.some(({ byOthers }, index) => byOthers && slots[index - 1]?.byRun && slots[index + 1]?.byRun);
        if (isWithin) expect(paragraphs.toSorted()).toEqual(expected.split('\n\n').toSorted());
        else expect(text).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('loses no words of others, and reports all words of the run that stay', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { before, versions, slots } = play(history);
        const { text, places } = takeTextBack(before, versions);
        const inPlaces = places.map(({ from, to }) => text.slice(from, to)).join('\n');
        for (const { text: last } of slots) if (last.startsWith('other')) expect(text).toContain(last);
        for (const [found] of text.matchAll(/run\d+/g)) expect(inPlaces).toContain(found);
        if (slots.every(({ byOthers }) => !byOthers)) expect({ text, places }).toEqual({ text: before, places: [] });
        if (slots.every(({ byRun }) => !byRun)) expect({ text, places }).toEqual({ text: versions.at(-1)?.text ?? before, places: [] });
      }),
      { numRuns: 1000 },
    );
  });
});
