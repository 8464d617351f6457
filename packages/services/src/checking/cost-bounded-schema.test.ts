import { afterEach, describe, expect, it } from 'vitest';
import { withCosts } from './cost-bounded-schema.ts';
import { loopCheck } from './schema-check.ts';
import { OutOfSteps, steps } from './steps.ts';

type Schema = Record<string, unknown>;

afterEach(() => steps.allow(Number.POSITIVE_INFINITY));

/** The steps that a check takes. */
function stepsOf(schema: Schema, given: Schema): number {
  const check = loopCheck({ type: 'object', ...schema }, (compile) => compile())?.();
  if (typeof check !== 'function') throw new Error(`is of no use: ${check}`);
  steps.allow(1_000_000);
  expect(check(given)).toEqual([]);
  return 1_000_000 - steps.left;
}

const ofValue = (value: Schema) => ({ properties: { value } });

describe('the steps of a check', () => {
  it('grow with the number of keywords in a schema, and with the number of times it is applied', () => {
    const one = stepsOf({ properties: { list: { items: { type: 'string' } } } }, { list: ['a'] });
    const hundred = stepsOf({ properties: { list: { items: { type: 'string' } } } }, { list: Array.from({ length: 100 }, () => 'a') });
    expect(hundred - one).toBe(99);
    const item = { type: 'string', minLength: 0, maxLength: 9 };
    expect(stepsOf({ properties: { list: { items: item } } }, { list: Array.from({ length: 101 }, () => 'a') })).toBeGreaterThanOrEqual(
      hundred + 200,
    );
  });

  it.each([
    ['anyOf', { anyOf: [{ minProperties: 1 }] }],
    ['a reference', { $ref: '#/$defs/wide' }],
    ['not', { properties: { x: {} }, not: { maxProperties: 1 } }],
  ])('count repeated reading: %s', (_what, schema) => {
    const value = (size: number) => ({ value: Object.fromEntries(Array.from({ length: size }, (_, index) => [`p${index}`, 1])) });
    const all = { ...ofValue(schema), $defs: { wide: { additionalProperties: true } } };
    expect(stepsOf(all, value(1000)) - stepsOf(all, value(10))).toBe(990);
  });

  it('count the characters of a text that is measured again', () => {
    const schema = ofValue({ allOf: [{ minLength: 1 }] });
    expect(stepsOf(schema, { value: 'x'.repeat(8000) }) - stepsOf(schema, { value: 'x'.repeat(80) })).toBe(990);
  });

  it('count all values that arguments are compared with', () => {
    const value = Array.from({ length: 100 }, (_, index) => [[index]]);
    const [constant, options] = [stepsOf(ofValue({ const: value }), { value }), stepsOf(ofValue({ enum: [1, value] }), { value })];
    for (const count of [constant, options]) expect(count).toBeGreaterThan(JSON.stringify(value).length / 8);
  });

  it('cannot be set by a schema', () => {
    const claim = { 'x-gatehouse-steps': { own: -1_000_000, weighs: false } };
    expect(stepsOf({ ...claim, ...ofValue({ ...claim, type: 'string' }) }, { value: 'a' })).toBeGreaterThan(0);
  });
});

describe('a schema that cannot be counted', () => {
  it.each([
    ['a constant', '#/properties/a/const'],
    ['one of its parts', '#/properties/a/const/inner/0'],
    ['an option', '#/properties/a/enum/0'],
    ['a list of names', '#/dependentRequired/a'],
    ['a constant behind an escape', '#/properties/a/c%6Fnst'],
    ['a constant behind a name that is one', '#/properties/properties/const'],
    ['another document', 'https://example.test/schema.json'],
    ['another document of the same place', 'other.json#/properties/a'],
    ['a path without its beginning', '/properties/a'],
  ])('refers to %s', (_what, reference) => {
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      expect(withCosts({ properties: { deep: { anyOf: [{ [keyword]: reference }] } } })).toBeUndefined();
    }
  });

  it.each(['#', '#node', '#/$defs/const', '#/properties/enum', '#/$defs/a/anyOf/0/items', '#/definitions/a~1b', '#/x-kept/default'])(
    'does not refer to %s',
    (reference) => {
      expect(withCosts({ properties: { a: { $ref: reference } } })).toBeDefined();
      // A property of this name is no reference.
      expect(withCosts({ properties: { $ref: { type: 'string' } } })).toBeDefined();
    },
  );
});

describe('the parts of a schema', () => {
  it('are the schemas in it, but not its values', () => {
    const schema = {
      properties: { a: { items: { type: 'string' } }, b: { enum: [{ type: 'x' }], const: { a: { b: {} } } } },
      anyOf: [{}, true],
      $defs: { c: { not: {} } },
      dependentRequired: { a: ['b'] },
    };
    // Counts the schema, a, its items, b, an option of anyOf, c and its "not".
    expect(withCosts(schema)?.parts).toBe(7);
  });

  it('are left to threads if there are many', () => {
    const wide = (length: number) => ({
      properties: Object.fromEntries(Array.from({ length }, (_, index) => [`p${index}`, { minLength: 1 }])),
    });
    expect(loopCheck(wide(149), (compile) => compile())).toBeDefined();
    expect(loopCheck(wide(150), (compile) => compile())).toBeUndefined();
  });
});

it('names that depend on others are checked as written', () => {
  const check = loopCheck({ type: 'object', dependentRequired: { card: ['address'] } }, (compile) => compile())?.();
  if (typeof check !== 'function') throw new Error(`is of no use: ${check}`);
  expect(check({ card: 1, address: 'here' })).toEqual([]);
  expect(check({ card: 1 })).toEqual([{ path: '', message: expect.stringContaining('must have property address when property card') }]);
  steps.allow(1);
  expect(() => check({})).toThrow(OutOfSteps);
});
