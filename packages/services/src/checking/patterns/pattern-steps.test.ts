import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PatternNode, parsePattern } from './parse-pattern.ts';
import { stepsToTest } from './pattern-steps.ts';

const boundOf = (source: string, length: number) => stepsToTest(parsePattern(source) as PatternNode, length);

it('parses no pattern that it cannot read to its end', () => {
  expect([parsePattern('a'), parsePattern('a)b')]).toEqual([{ type: 'set', ranges: [[97, 97]] }, undefined]);
});

describe('the steps of a pattern', () => {
  it.each([
    ['^[a-z-]+$', 100],
    ['^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', 36],
    ['^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', 30],
    ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 60],
    ['^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|[+-]\\d{2}:\\d{2})$', 30],
    ['^(?:open|closed|merged)$', 10],
    ['^#?[0-9a-fA-F]{6}$', 7],
    ['\\S', 200],
  ])('are few for %s', (source, length) => {
    expect(boundOf(source, length)).toBeLessThan(10_000);
  });

  it.each([
    ['^(a+)+$', 50],
    ['a+b', 100_000],
    ['^a{0,999}a{0,999}a{0,999}a{0,999}$', 2000],
    [`^${'a?'.repeat(34)}${'a'.repeat(34)}$`, 34],
    ['^(x+x+)+y$', 40],
    ['^(a|a)*$', 40],
    ['^(?:.*,){11}P', 60],
    ['(?=(a+)+$)b', 40],
    ['^(\\w+\\s?)+$', 40],
    ['^a*\\Ba*\\Ba*\\Ba*c', 60],
  ])('are many for %s', (source, length) => {
    expect(boundOf(source, length)).toBeGreaterThan(1_000_000);
  });

  it('are never fewer than those of a backtracking engine', () => {
    fc.assert(
      fc.property(patterns, fc.stringMatching(/^[ab-]{0,9}$/), (source, text) => {
        const node = parsePattern(source) as PatternNode;
        const taken = stepsTaken(node, text);
        expect({ source, text, taken, isEnough: stepsToTest(node, text.length) >= taken }).toMatchObject({ isEnough: true });
      }),
      { numRuns: 1000 },
    );
  });
});

/** Small patterns of all that makes a backtracking engine go back. */
const patterns: fc.Arbitrary<string> = fc
  .letrec<{ choice: string; sequence: string; repeat: string; atom: string }>((tie) => ({
    choice: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((options) => options.join('|')),
    sequence: fc.array(tie('repeat'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    repeat: fc.tuple(tie('atom'), fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,3}', '{1,}', '*?')).map((parts) => parts.join('')),
    atom: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('a', 'b', '-', '[ab]', '.', '[^a]'),
      tie('choice').map((inner) => `(?:${inner})`),
    ),
  }))
  .choice.chain((source) => fc.constantFrom(source, `^(?:${source})$`, `^${source}`));

/** Matches a text as a backtracking engine does, and counts its attempts. Gives up far beyond every bound of these tests. */
function stepsTaken(pattern: PatternNode, text: string): number {
  let taken = 0;
  const give = 20_000;

  function match(node: PatternNode, at: number, then: (at: number) => boolean): boolean {
    if (node.type !== 'sequence' && node.type !== 'choice') taken += 1;
    if (taken > give) throw new RangeError('too many');
    switch (node.type) {
      case 'set':
        return at < text.length && isIn(node, text.codePointAt(at) as number) && then(at + 1);
      case 'edge':
        return (node.text === '^' ? at === 0 : at === text.length) && then(at);
      case 'sequence':
        return matchAll(node.parts, at, then);
      case 'choice':
        return node.options.some((option) => match(option, at, then));
      case 'repeat':
        return matchRepeat(node, 0, at, then);
      default:
        throw new Error(`${node.type} is not among these patterns`);
    }
  }

  function matchAll([part, ...rest]: PatternNode[], at: number, then: (at: number) => boolean): boolean {
    return part ? match(part, at, (next) => matchAll(rest, next, then)) : then(at);
  }

  function matchRepeat(node: PatternNode & { type: 'repeat' }, times: number, at: number, then: (at: number) => boolean): boolean {
    const more = () =>
      times < node.most && match(node.inner, at, (next) => (next > at || times < node.least) && matchRepeat(node, times + 1, next, then));
    if (times < node.least) return more();
    return node.isLazy ? then(at) || more() : more() || then(at);
  }

  try {
    for (let start = 0; start <= text.length; start++) if (match(pattern, start, () => true)) break;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return taken;
}

function isIn({ ranges }: PatternNode & { type: 'set' }, point: number): boolean {
  return ranges?.some(([from, to]) => from <= point && point <= to) ?? false;
}
