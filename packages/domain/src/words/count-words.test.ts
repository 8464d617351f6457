import { expect, it } from 'vitest';
import { countWords, maxWordUnits } from './count-words.ts';

it('counts a word of a name twice, and words of tags and texts once', () => {
  const { counts, length } = countWords({ name: 'Plan', tags: ['plan'], texts: ['the plan', 'a plan'] });
  expect([counts.get('plan'), counts.get('the'), length]).toEqual([5, 1, 6]);
});

it('keeps the first different words up to 1 MiB, goes on counting them, and knows the whole length', () => {
  const words = Array.from({ length: 40_000 }, (_, at) => `${at}x`.padEnd(60, 'y'));
  const { counts, length } = countWords({ name: '', tags: [], texts: [words.join(' '), words.slice(0, 10).join(' ')] });
  const units = [...counts.keys()].reduce((sum, word) => sum + word.length, 0);
  expect(units).toBeLessThanOrEqual(maxWordUnits);
  expect(units).toBeGreaterThan(maxWordUnits - 100);
  expect([counts.get(words[0] as string), counts.has(words.at(-1) as string), length]).toEqual([2, false, 40_010]);
});
