import { RE2JS } from 're2js';
import { steps } from '../steps.ts';
import { linearSource } from './linear-source.ts';
import { type PatternNode, parsePattern } from './parse-pattern.ts';
import { stepsToTest } from './pattern-steps.ts';
import { patternInUse } from './safe-pattern.ts';

export interface Pattern {
  test(text: string): boolean;
  /** Identifies the pattern: ajv shares one instance among patterns with equal strings. */
  toString(): string;
}

/** Maximum characters of patterns that are analysed, on the event loop and on a thread. */
const maxLookedAt = { loop: 400, thread: 4000 };
/** Steps within which JavaScript's own engine handles any text: half a millisecond at worst. */
const fewSteps = 50_000;
/** Steps of the linear engine for one character and one instruction of the compiled pattern. */
const linearSteps = 3;

/** A pattern of a foreign schema for the event loop. A test costs the maximum steps that it can take there. */
export function countedPattern(given: string, flags: string): Pattern {
  const source = patternInUse(given);
  if (source === undefined) return leftToService(given);
  const expression = new RegExp(source, flags);
  const stepsFor = source.length > maxLookedAt.loop ? unknown : stepsByLength(parsePattern(source));
  const toCompile = stepsToCompile(source);
  let tests = 0;
  return {
    test(text) {
      if (tests < compiledTests) steps.spend(toCompile);
      steps.spend(stepsFor(text.length));
      tests += 1;
      return testNatively(expression, text);
    },
    toString: () => String(expression),
  };
}
// Required by ajv for standalone code, which is never generated here.
countedPattern.code = 'new RegExp';

/**
 * A pattern of a foreign schema for a thread. An engine with linear time tests patterns that could explode, if it supports their syntax.
 */
export function patientPattern(given: string, flags: string): Pattern {
  const source = patternInUse(given);
  if (source === undefined) return leftToService(given);
  const expression = new RegExp(source, flags);
  const node = source.length > maxLookedAt.thread ? undefined : parsePattern(source);
  const stepsFor = node ? stepsByLength(node) : unknown;
  let linear: RE2JS | null | undefined;
  return {
    test(text) {
      const most = stepsFor(text.length);
      if (most > fewSteps && linear === undefined) linear = compileLinear(node ?? parsePattern(source));
      if (most <= fewSteps || !linear) {
        steps.spend(most);
        return testNatively(expression, text);
      }
      steps.spend(linearSteps * text.length * linear.programSize());
      return linear.test(text);
    },
    toString: () => String(expression),
  };
}
patientPattern.code = 'new RegExp';

/** A pattern that is unreadable here accepts every text. */
function leftToService(given: string): Pattern {
  return { test: () => true, toString: () => `the service's: ${given}` };
}

/** Tests that compile the pattern: it is compiled at the first test, and optimized at the second. */
const compiledTests = 2;

/** Cost of compiling. Each property of Unicode expands to hundreds of ranges. */
function stepsToCompile(source: string): number {
  return source.length + 1000 * (source.match(/\\p\{/gi)?.length ?? 0);
}

function testNatively(expression: RegExp, text: string): boolean {
  try {
    return expression.test(text);
  } catch (error) {
    // The pattern is compiled at its first test. A very long or deeply nested one exhausts the stack.
    throw new RangeError('a pattern is too large', { cause: error });
  }
}

function compileLinear(node: PatternNode | undefined): RE2JS | null {
  const source = node && linearSource(node);
  if (source === undefined) return null;
  try {
    return RE2JS.compile(source);
  } catch {
    // Nested repeats may exceed the limits of RE2.
    return null;
  }
}

const unknown = () => Number.POSITIVE_INFINITY;

/** Computes steps for lengths rounded up to powers of two, each on first use. */
function stepsByLength(node: PatternNode | undefined): (length: number) => number {
  if (!node) return unknown;
  const known: number[] = [];
  return (length) => {
    const bits = 32 - Math.clz32(length);
    return (known[bits] ??= stepsToTest(node, 2 ** bits));
  };
}
