import { describe, expect, it } from 'vitest';
import { chooseCandidates } from './choose-candidates.ts';
import { countWords } from './count-words.ts';
import { densestPlace } from './densest-place.ts';
import { findBest } from './find-best.ts';
import { rankCandidates } from './rank-candidates.ts';

const word = (term: string) => ({ term, isPair: false });
const pair = (term: string) => ({ term, isPair: true });

describe('rankCandidates', () => {
  const rank = (words: ReturnType<typeof word>[], counts: number[][], found = words.map(() => 1)) =>
    rankCandidates(
      words,
      found,
      counts.map((own, index) => ({ index, counts: own, length: 100 })),
    ).map(({ candidate, has, of }) => [candidate.index, `${has} of ${of}`]);

  it('puts the candidate with more of the words first, and the newer of two equal ones', () => {
    const three = ['a', 'b', 'c'].map(word);
    const ranked = [
      [2, '3 of 3'],
      [0, '2 of 3'],
      [1, '2 of 3'],
    ];
    expect(
      rank(three, [
        [1, 1, 0],
        [1, 1, 0],
        [1, 1, 1],
        [1, 0, 0],
      ]),
    ).toEqual(ranked);
  });

  it('puts a rare word above a common one, and a short text above a long one', () => {
    expect(
      rank(
        ['a', 'b'].map(word),
        [
          [1, 0],
          [0, 1],
        ],
        [200, 2],
      ).map(([index]) => index),
    ).toEqual([1, 0]);
    const lengths = rankCandidates(
      [word('a')],
      [2],
      [
        { counts: [1], length: 1000 },
        { counts: [1], length: 10 },
      ],
    );
    expect(lengths.map(({ candidate }) => candidate.length)).toEqual([10, 1000]);
  });

  it('puts a text that repeats most of the words above one that has all of them once', () => {
    const counts = [
      [1, 1, 1],
      [4, 4, 0],
    ];
    expect(rank(['a', 'b', 'c'].map(word), counts, [2, 2, 1]).map(([index]) => index)).toEqual([1, 0]);
  });

  it('values a word that every candidate has', () => {
    const counts = [
      [1, 2],
      [6, 1],
      [1, 1],
      [1, 0],
    ];
    expect(rank(['a', 'b'].map(word), counts, [4, 3]).map(([index]) => index)).toEqual([1, 0, 2, 3]);
  });

  it('orders candidates that changed after their words were looked up', () => {
    expect(
      rank(
        ['a', 'b'].map(word),
        [
          [1, 0],
          [0, 1],
          [1, 1],
        ],
        [2, 0],
      ).map(([index]) => index),
    ).toEqual([2, 1, 0]);
  });

  it('compares lengths with the length of a usual text, even beside a book', () => {
    const texts = [
      { counts: [3], length: 300 },
      { counts: [2], length: 100 },
      { counts: [1], length: 100 },
    ];
    const lengthsOf = (candidates: typeof texts) => rankCandidates([word('a')], [3], candidates).map(({ candidate }) => candidate.length);
    expect(lengthsOf(texts)).toEqual([100, 300, 100]);
    expect(lengthsOf([...texts, { counts: [1], length: 1_000_000 }])).toEqual([100, 300, 100, 1_000_000]);
  });

  it('ranks a text beside texts that were emptied after they were found', () => {
    const emptied = { counts: [0], length: 0 };
    const scores = rankCandidates([word('a')], [3], [emptied, { counts: [2], length: 10 }, emptied]).map(({ score }) => score);
    expect(scores).toEqual([expect.toSatisfy((score: number) => score > 0 && Number.isFinite(score))]);
  });

  it('leaves out candidates with less than half of the words that any candidate has', () => {
    expect(
      rank(['a', 'b', 'c', 'd'].map(word), [
        [1, 1, 0, 0],
        [1, 0, 0, 0],
        [0, 0, 1, 0],
      ]),
    ).toEqual([[0, '2 of 3']]);
  });

  it('requires a third of the pairs', () => {
    expect(
      rank(['a', 'b', 'c'].map(pair), [
        [1, 0, 0],
        [0, 1, 1],
      ]).map(([index]) => index),
    ).toEqual([1, 0]);
  });

  it("returns at most five candidates with fewer than half of the question's words", () => {
    const six = [1, 2, 3, 4, 5, 6].map((count) => [count, 0, 0]);
    expect(rank(['a', 'b', 'c'].map(word), six).map(([index]) => index)).toEqual([5, 4, 3, 2, 1]);
    expect(
      rank(
        ['a'].map(word),
        six.map(([count]) => [count!]),
      ),
    ).toHaveLength(6);
    expect(rank(['a', 'b', 'c'].map(word), [...six, [0, 1, 0]])).toHaveLength(5);
    expect(rank(['a', 'b'].map(word), [[1, 0]])).toEqual([[0, '1 of 1']]);
    expect(rank([], [])).toEqual([]);
  });
});

describe('chooseCandidates', () => {
  const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index);

  it('takes candidates with all words first, then those of each word, rarest first: 1,000 in all, newest first', () => {
    const words = [rows(9000, 200), rows(8000, 200), rows(7000, 200), rows(6000, 200), rows(5000, 150)];
    const chosen = chooseCandidates(rows(4000, 200), words);
    expect(chosen).toHaveLength(1000);
    expect(chosen).toEqual(chosen.toSorted((left, right) => right - left));
    expect(chosen.filter((row) => row <= 5000)).toHaveLength(350);
    // The last of the equally common words has room for 50 only.
    expect(chosen.filter((row) => row > 5000 && row <= 6000)).toEqual(rows(6000, 50));
  });
});

describe('findBest', () => {
  const entries = [
    { name: 'Release notes', tags: ['product'], texts: ['What is new in each release.'] },
    { name: 'Passwords', tags: [], texts: ['People reset a forgotten password on the sign-in page.'] },
    { name: 'Onboarding', tags: [], texts: ['New people get a password. Then they read the release notes.'] },
  ].map(countWords);
  const namesOf = (question: string) => findBest(question, entries).map(({ index }) => ['Release notes', 'Passwords', 'Onboarding'][index]);

  it('answers questions in plain words', () => {
    expect(namesOf('How can I reset my forgotten passwords?')).toEqual(['Passwords']);
    expect(namesOf('where are the notes of a release')).toEqual(['Release notes', 'Onboarding']);
    expect(namesOf('how do I bake sourdough bread')).toEqual([]);
    expect(namesOf('?')).toEqual([]);
  });
});

describe('densestPlace', () => {
  it('finds the place with most of the words, not the first occurrence of a word', () => {
    const text = `A key is here. ${'Nothing else. '.repeat(50)}Rotate the key, then revoke it.`;
    const place = densestPlace(text, new Set(['key', 'rotat', 'revok']), 300);
    expect(text.slice(place?.start, place?.end)).toBe('Rotate the key, then revoke');
    expect(place?.marks.map(({ start, end }) => text.slice(start, end))).toEqual(['Rotate', 'key', 'revoke']);
    expect(densestPlace(text, new Set(['absent']), 300)).toBeUndefined();
  });
});
