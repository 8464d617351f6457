import { expect, it } from 'vitest';
import { ask, type Op, runSync } from '../ops.ts';
import { createTogether } from './together.ts';

/** Words by their numbers; notes which numbers each question was about. */
function openWords() {
  const asked: number[][] = [];
  const together = createTogether();
  const word = together.share<number, string>({
    nameOf: String,
    *askAll(keys) {
      asked.push([...keys]);
      return yield* ask<Map<string, string>>(() => new Map(keys.filter((key) => key > 0).map((key) => [String(key), `word ${key}`])));
    },
  });
  return { asked, word, run: <T>(programs: Op<T>[]) => runSync(together.run(programs)) };
}

it('asks once for what all programs wait for, and gives what they give in their order', () => {
  const { asked, word, run } = openWords();
  function* twice(first: number, second: number): Op<string> {
    return `${yield* word(first)}, ${yield* word(second)}`;
  }
  expect(run([twice(1, 2), twice(3, 4), twice(5, 1)])).toEqual(['word 1, word 2', 'word 3, word 4', 'word 5, word 1']);
  // The last wanted a word that was known by then.
  expect(asked).toEqual([
    [1, 3, 5],
    [2, 4],
  ]);
});

it('asks no more than once about one key, and remembers that there is no answer', () => {
  const { asked, word, run } = openWords();
  function* one(key: number): Op<string | undefined> {
    return yield* word(key);
  }
  expect(run([one(1), one(1), one(0)])).toEqual(['word 1', 'word 1', undefined]);
  expect(run([one(0), one(1)])).toEqual([undefined, 'word 1']);
  expect(asked).toEqual([[1, 0]]);
});

it('does not ask for what is known beforehand', () => {
  const together = createTogether();
  const word = together.share<number, string>(
    {
      nameOf: String,
      askAll: () => {
        throw new Error('asked');
      },
    },
    [['1', 'known']],
  );
  expect(runSync(together.run([word(1)]))).toEqual(['known']);
});

it('runs the other steps of a program at once, and gives it what they throw', () => {
  const { word, run } = openWords();
  const fail = () => {
    throw new Error('refused');
  };
  function* program(): Op<string> {
    const first = yield* ask<string>(() => 'a step');
    const second = yield* word(7);
    try {
      return yield* ask<string>(fail);
    } catch (error) {
      return `${first}, ${second}, ${(error as Error).message}`;
    }
  }
  expect(run([program()])).toEqual(['a step, word 7, refused']);
  expect(() =>
    run([
      (function* (): Op<string> {
        return yield* ask<string>(fail);
      })(),
    ]),
  ).toThrow('refused');
});

it('refuses a shared question of a program that does not run together with others', () => {
  const { word } = openWords();
  expect(() => runSync(word(1))).toThrow('does not run together');
});
