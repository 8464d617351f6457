import { RE2JS } from 're2js';
import { steps } from '../steps.ts';
import { linearSource } from './linear-source.ts';
import { type PatternNode, parsePattern } from './parse-pattern.ts';
import { stepsToTest } from './pattern-steps.ts';

export interface Pattern {
  test(text: string): boolean;
  /** Tells patterns apart: ajv keeps one for all that have the same. */
  toString(): string;
}

/** Longer patterns are not even looked at on the event loop. */
const longestLookedAt = 400;
/** In these steps JavaScript's own engine has done with any text, some milliseconds at worst. */
const fewSteps = 1_000_000;

/** A pattern of a foreign schema for the event loop: testing it costs the check the most steps it can take there. */
export function countedPattern(source: string, flags: string): Pattern {
  const expression = new RegExp(source, flags);
  const stepsFor = source.length > longestLookedAt ? () => Number.POSITIVE_INFINITY : stepsByLength(parsePattern(source));
  return {
    test(text) {
      steps.spend(stepsFor(text.length));
      return expression.test(text);
    },
    toString: () => String(expression),
  };
}
// What ajv would write into standalone code, which is never made here.
countedPattern.code = 'new RegExp';

/** The same where it may take its time: an engine that is linear in the text takes what could explode, as far as it knows the language. */
export function patientPattern(source: string, flags: string): Pattern {
  const expression = new RegExp(source, flags);
  const node = parsePattern(source);
  const stepsFor = stepsByLength(node);
  let linear: RE2JS | null | undefined;
  return {
    test(text) {
      if (stepsFor(text.length) <= fewSteps) return expression.test(text);
      if (linear === undefined) linear = compileLinear(node);
      return linear ? linear.test(text) : expression.test(text);
    },
    toString: () => String(expression),
  };
}
patientPattern.code = 'new RegExp';

function compileLinear(node: PatternNode | undefined): RE2JS | null {
  const source = node && linearSource(node);
  if (source === undefined) return null;
  try {
    return RE2JS.compile(source);
  } catch {
    // Repeats in repeats may be more than it takes.
    return null;
  }
}

/** Counted for lengths that are powers of two, and only when one is met. */
function stepsByLength(node: PatternNode | undefined): (length: number) => number {
  if (!node) return () => Number.POSITIVE_INFINITY;
  const known: number[] = [];
  return (length) => {
    const bits = 32 - Math.clz32(length);
    return (known[bits] ??= stepsToTest(node, 2 ** bits));
  };
}
