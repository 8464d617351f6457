import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { type Compile, loopCheck } from './schema-check.ts';
import { OutOfSteps, steps } from './steps.ts';

type Schema = Record<string, unknown>;

afterEach(() => steps.allow(Number.POSITIVE_INFINITY));

const atOnce: Compile = (compile) => compile();
/** Steps that a check may use on the event loop. */
const maxSteps = 20_000;
/** Maximum reads of the arguments for one step. Describing the errors reads all arguments once more. */
const looksOfAStep = 8;

function expectCounted(numRuns: number): void {
  let givenUp = 0;
  let ended = 0;
  fc.assert(
    fc.property(schemas, schemas, values, (one, other, value) => {
      const $defs = { one, other, both: { allOf: [{ $ref: '#/$defs/one' }, { $ref: '#/$defs/other' }] } };
      const check = loopCheck({ type: 'object', properties: { value: { $ref: '#/$defs/both' } }, $defs }, atOnce)?.();
      // Left to threads, or of no use: nothing is done here.
      fc.pre(typeof check === 'function');
      const watched = watch({ value });
      steps.allow(maxSteps);
      let used = maxSteps;
      try {
        check(watched.value as Schema);
        // The search for every fault may have been given up after the first one.
        used = Math.min(maxSteps, maxSteps - steps.left);
        ended += 1;
      } catch (error) {
        // A schema that leads back to itself uses up the stack before its steps.
        if (!(error instanceof OutOfSteps) && !(error instanceof RangeError)) throw error;
        givenUp += 1;
      }
      expect(watched.looks()).toBeLessThanOrEqual(looksOfAStep * (used + sizeOf(value)));
    }),
    { numRuns, endOnFailure: true },
  );
  // Both happen, or nothing was tried.
  expect([givenUp > 10, ended > 10]).toEqual([true, true]);
}

it('no schema reads arguments more often than its counted steps', () => expectCounted(150));

it('no schema does so, among 4,000 schemas', { tags: ['nightly'], timeout: 3_600_000 }, () => expectCounted(4000));

/** The value, counting how often anything of it is looked at. */
function watch(given: unknown): { value: unknown; looks: () => number } {
  let looks = 0;
  const seen = <Found>(found: Found, count = 1): Found => {
    looks += count;
    return found;
  };
  const known = new Map<object, unknown>();
  function wrapped(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (!known.has(value)) known.set(value, new Proxy(value, handler));
    return known.get(value);
  }
  const handler: ProxyHandler<object> = {
    get: (target, name, receiver) => seen(wrapped(Reflect.get(target, name, receiver))),
    has: (target, name) => seen(Reflect.has(target, name)),
    getOwnPropertyDescriptor: (target, name) => seen(Reflect.getOwnPropertyDescriptor(target, name)),
    ownKeys: (target) => seen(Reflect.ownKeys(target), Reflect.ownKeys(target).length),
  };
  return { value: wrapped(given), looks: () => looks };
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner), 8);
}

const names = ['a', 'b', 'c', 'd'];

/** Schemas that refer to one another, and so to themselves. */
const schemas: fc.Arbitrary<Schema | boolean> = fc.letrec<{ schema: Schema | boolean }>((tie) => {
  const inner = tie('schema');
  const some = fc.array(inner, { minLength: 1, maxLength: 4 });
  const map = fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 4 });
  return {
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<Schema | boolean>(
        true,
        { type: 'object' },
        { $ref: '#/$defs/one' },
        { $ref: '#/$defs/other' },
        { $ref: '#/$defs/both' },
        { type: ['string', 'array', 'object'], minProperties: 1, maxItems: 1000 },
        { enum: ['a', 1, { a: { b: [1, 2, 3] } }, Array.from({ length: 50 }, (_, at) => at)] },
        { uniqueItems: true },
        { required: ['a', 'b'] },
        { propertyNames: { pattern: '^[a-d]+$' } },
      ),
      fc.record({ properties: map, additionalProperties: inner }, { requiredKeys: [] }),
      fc.record(
        { patternProperties: fc.dictionary(fc.constantFrom('^a', 'b|c', '.'), inner), unevaluatedProperties: inner },
        { requiredKeys: [] },
      ),
      fc.record({ items: inner, prefixItems: some, contains: inner, unevaluatedItems: inner }, { requiredKeys: [] }),
      fc.record({ allOf: some, anyOf: some, oneOf: some, not: inner }, { requiredKeys: [] }),
      fc
        .array(inner, { minLength: 3, maxLength: 3 })
        .map((three) => Object.fromEntries(['if', 'then', 'else'].map((name, at) => [name, three[at]]))),
      fc.record({ dependentSchemas: map }),
    ),
  };
}).schema;

/** Small ones, long lists, wide objects and deep trees. */
const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.integer({ min: 1, max: 3000 }).map((length) => Array.from({ length }, (_, at) => ({ a: at % 7, b: [at] }))),
  fc.integer({ min: 1, max: 3000 }).map((length) => Object.fromEntries(Array.from({ length }, (_, at) => [`a${at}`, at]))),
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 6 })).map(([width, depth]) => treeOf(width, depth)),
  fc.integer({ min: 1, max: 200 }).map((depth) => treeOf(1, depth)),
);

function treeOf(width: number, depth: number): unknown {
  if (depth === 0) return 'a';
  return Object.fromEntries(names.slice(0, width).map((name) => [name, treeOf(width, depth - 1)]));
}
