import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createArgumentChecker } from './argument-checker.ts';
import { type Compile, loopCheck, threadCheck } from './schema-check.ts';
import { OutOfSteps, steps } from './steps.ts';

type Schema = Record<string, unknown>;

afterEach(() => steps.allow(Number.POSITIVE_INFINITY));

const atOnce: Compile = (compile) => compile();
const onLoop = (schema: Schema) => loopCheck(schema, atOnce)?.();
const makers = { 'on the event loop': onLoop, 'on a thread': (schema: Schema) => threadCheck(schema, atOnce) };

const schema = {
  type: 'object',
  properties: { message: { type: 'string' }, options: { type: 'object', properties: { depth: { type: 'integer' } }, required: ['depth'] } },
  required: ['message'],
};

describe.each(Object.entries(makers))('a check %s', (_where, make) => {
  const faultsOf = (inputSchema: Schema, given: Schema) => {
    const check = make(inputSchema);
    if (typeof check !== 'function') return [`cannot be checked: ${check}`];
    return check(given).map(({ path, message }) => `${path} ${message}`);
  };

  it('names the path of every fault: type, missing, unknown, nested (D33)', () => {
    expect(faultsOf(schema, { message: 5, options: { depth: 'deep' }, other: 1 }).sort()).toEqual([
      '/message must be string',
      '/options/depth must be integer',
      '/other is unknown',
    ]);
    expect(faultsOf(schema, { options: {} }).sort()).toEqual(['/message is required', '/options/depth is required']);
    expect(faultsOf(schema, { message: 'x', options: { depth: 1, more: true } })).toEqual([]);
  });

  it('allows unknown arguments if the schema does', () => {
    expect(faultsOf({ ...schema, additionalProperties: true }, { message: 'x', other: 1 })).toEqual([]);
    expect(faultsOf({ type: 'object' }, { anything: 1 })).toEqual([]);
  });

  it('reports a missing required name even if every object inherits it', () => {
    expect(faultsOf({ type: 'object', required: ['toString'] }, {})).toEqual(['/toString is required']);
  });

  it('reads draft 7 and 2020-12, each by its own rules', () => {
    const items = { type: 'array', items: [{ type: 'string' }], additionalItems: false };
    const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { list: items } };
    expect(faultsOf(draft7, { list: ['a', 'b'] })).toEqual(['/list must NOT have more than 1 items']);
    const latest = { type: 'object', properties: { list: { prefixItems: [{ type: 'string' }], items: false } }, $defs: {} };
    expect(faultsOf(latest, { list: ['a', 'b'] })).toEqual(['/list must NOT have more than 1 items']);
  });

  it('follows references inside the schema, and leaves other references to the service', () => {
    const local = { type: 'object', properties: { id: { $ref: '#/$defs/id' } }, $defs: { id: { type: 'integer' } } };
    expect(faultsOf(local, { id: 'x' })).toEqual(['/id must be integer']);
    const remote = { type: 'object', properties: { id: { $ref: 'https://example.test/schema.json' } } };
    expect(threadCheck(remote, atOnce)({ id: 'x' })).toEqual([]);
  });

  it('keeps patterns apart', () => {
    const slow = (letter: string) => ({ type: 'string', pattern: `^(${letter}|${letter}${letter}?)+$` });
    const two = { type: 'object', properties: { a: slow('a'), b: slow('b') } };
    expect(faultsOf(two, { a: 'a', b: 'b' })).toEqual([]);
    expect(faultsOf(two, { a: 'b', b: 'b' })).toEqual(['/a must match pattern "^(a|aa?)+$"']);
  });

  it('finds equal items, however they are written', () => {
    const unique = { type: 'object', properties: { list: { type: 'array', uniqueItems: true } } };
    expect(
      faultsOf(unique, {
        list: [
          { a: 1, b: [2] },
          { b: [2], a: 1 },
        ],
      }),
    ).toEqual(['/list must NOT have duplicate items (items ## 0 and 1 are identical)']);
    expect(faultsOf(unique, { list: [1, '1', [1], ['1'], { 1: 1 }, null, 'null', true, 'a,b', ['a', 'b'], ['a,b']] })).toEqual([]);
    expect(faultsOf({ type: 'object', properties: { list: { uniqueItems: false } } }, { list: [1, 1] })).toEqual([]);
  });

  it('reports only the first fault of very large arguments', () => {
    const list = Array.from({ length: 50_000 }, () => 'x');
    expect(faultsOf({ type: 'object', properties: { list: { type: 'array', items: { type: 'integer' } } } }, { list })).toHaveLength(1);
  });
});

describe('the check of a tool', () => {
  it('is compiled once for each definition', () => {
    const compile = vi.spyOn(Ajv2020.prototype, 'compile');
    const { validate } = createArgumentChecker();
    const inputSchema = { type: 'object', properties: { a: { type: 'string' } } };
    for (const definitionHash of ['one', 'one', 'other', 'one', 'other']) validate({ definitionHash, inputSchema }, { a: 'x' });
    expect(compile).toHaveBeenCalledTimes(2);
    // Every fault at once takes a second form of it, which is kept too.
    for (let call = 0; call < 3; call++) expect(validate({ definitionHash: 'one', inputSchema }, { a: 1 })).toHaveLength(1);
    expect(compile).toHaveBeenCalledTimes(3);
    compile.mockRestore();
  });

  it('keeps schemas with the same $id apart', () => {
    const { validate } = createArgumentChecker();
    const withId = (type: string) => ({ $id: 'https://example.test/s', type: 'object', properties: { id: { type } } });
    expect(validate({ definitionHash: 'a', inputSchema: withId('string') }, { id: 'x' })).toEqual([]);
    expect(validate({ definitionHash: 'b', inputSchema: withId('integer') }, { id: 'x' })).toHaveLength(1);
  });
});

const node = (inner: Schema) => ({ type: 'object', properties: { tree: { $ref: '#/$defs/node' } }, $defs: { node: inner } });
const nested = (depth: number): Schema => (depth === 0 ? { end: 1 } : { next: nested(depth - 1) });
const list = (length: number, item: (index: number) => unknown) => ({ list: Array.from({ length }, (_, index) => item(index)) });

/** Schemas and arguments that take seconds to years with ajv alone. */
const bombs: Record<string, [Schema, Schema]> = {
  'uniqueItems over objects': [
    { type: 'object', properties: { list: { type: 'array', uniqueItems: true, items: { type: 'object' } } } },
    list(20_000, (index) => ({ name: `item ${index}`, size: index })),
  ],
  'anyOf over a schema that refers to itself': [
    node({
      properties: { end: false },
      anyOf: [{ properties: { next: { $ref: '#/$defs/node' } } }, { properties: { next: { $ref: '#/$defs/node' } } }],
    }),
    { tree: nested(40) },
  ],
  'references that double': [
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/d30' } },
      $defs: Object.fromEntries(
        Array.from({ length: 31 }, (_, at) => [
          `d${at}`,
          at === 0 ? { type: 'integer' } : { allOf: [{ $ref: `#/$defs/d${at - 1}` }, { $ref: `#/$defs/d${at - 1}` }] },
        ]),
      ),
    },
    { a: 1 },
  ],
  'many branches over a long list': [
    { type: 'object', properties: { list: { not: { anyOf: Array.from({ length: 60 }, () => ({ contains: { const: 'x' } })) } } } },
    list(20_000, () => 'y'),
  ],
  'many references over a long list': [
    {
      type: 'object',
      properties: { list: { anyOf: Array.from({ length: 60 }, () => ({ contains: { $ref: '#/$defs/one' } })) } },
      $defs: { one: { const: 'x' } },
    },
    list(300, () => 'y'),
  ],
  'many lists with the same items': [
    { type: 'object', properties: { list: { anyOf: Array.from({ length: 60 }, () => ({ contains: { uniqueItems: true } })) } } },
    list(300, () => ['y', 'y']),
  ],
  'many branches over many names': [
    {
      type: 'object',
      properties: { map: { allOf: Array.from({ length: 100 }, () => ({ additionalProperties: true, maxProperties: 1_000_000 })) } },
    },
    { map: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`name${index}`, index])) },
  ],
  'many branches over a long text': [
    { type: 'object', properties: { text: { allOf: Array.from({ length: 100 }, () => ({ minLength: 1 })) } } },
    { text: 'x'.repeat(1_000_000) },
  ],
  'many values over many names': [
    { type: 'object', properties: { map: { enum: Array.from({ length: 500 }, (_, index) => ({ index })) } } },
    { map: Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`name${index}`, index])) },
  ],
  'forty texts for a slow pattern': [
    { type: 'object', properties: { list: { type: 'array', items: { type: 'string', pattern: '^(x+x+)+y$' } } } },
    list(40, () => 'x'.repeat(40)),
  ],
  'a pattern of names': [
    { type: 'object', properties: { map: { type: 'object', patternProperties: { '^(x+x+)+y$': true } } } },
    { map: { ['x'.repeat(40)]: 1 } },
  ],
};

/** Maximum processor time in milliseconds. Elapsed time would depend on other processes. */
const maxMs = 500;

describe('on the event loop', () => {
  it.each(Object.entries(bombs))('%s is given up after some thousand steps', (_what, [schema, given]) => {
    const check = onLoop(schema);
    if (typeof check !== 'function') throw new Error(`is of no use: ${check}`);
    steps.allow(50_000);
    const before = process.cpuUsage();
    expect(() => check(given)).toThrow(OutOfSteps);
    const { user, system } = process.cpuUsage(before);
    // Some hundredths of a second where each step is one; half a second for each thousand faults where they are copied for the next.
    expect((user + system) / 1000).toBeLessThan(maxMs);
  });

  it('a schema that refers to itself endlessly is given up too', () => {
    const check = onLoop({
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
    });
    if (typeof check !== 'function') throw new Error(`is of no use: ${check}`);
    steps.allow(50_000);
    expect(() => check({ a: 1 })).toThrow();
  });

  it('a reference to a value is left to a thread, because nothing is counted in values', () => {
    expect(
      onLoop({ type: 'object', properties: { a: { const: { type: 'string' } }, b: { $ref: '#/properties/a/const' } } }),
    ).toBeUndefined();
  });
});

describe('both checks', () => {
  it('agree with ajv alone, for any schema and any arguments', () => {
    fc.assert(
      fc.property(schemas, values, (inner, value) => {
        const schema = { type: 'object', properties: { value: inner }, $defs: { tree, item: { type: ['string', 'integer'] } } };
        const plain = new Ajv2020({ strict: false, logger: false, ownProperties: true, validateFormats: false });
        const isValid = plain.compile({ ...schema, additionalProperties: false });
        // For a few schemas ajv alone makes code that fails, over "props0 is not defined": of those it has nothing to say.
        const expected = resultOf(() => isValid({ value }));
        fc.pre(expected !== undefined);
        for (const make of Object.values(makers)) {
          const check = make(schema);
          if (typeof check !== 'function') throw new Error(`is of no use: ${check}`);
          expect({ inner, value, isValid: check({ value }).length === 0 }).toEqual({ inner, value, isValid: expected });
        }
      }),
      { numRuns: 75 },
    );
  }, 60_000);
});

function resultOf(check: () => unknown): unknown {
  try {
    return check();
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

const tree = { type: 'object', properties: { a: { $ref: '#/$defs/tree' }, b: { $ref: '#/$defs/item' } }, unevaluatedProperties: false };
const names = ['a', 'b', 'c'];

const schemas: fc.Arbitrary<Schema | boolean> = fc.letrec<{ schema: Schema | boolean }>((tie) => {
  const inner = tie('schema');
  const some = fc.array(inner, { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<Schema | boolean>(
        true,
        {},
        { type: 'integer' },
        { type: ['string', 'null'] },
        { $ref: '#/$defs/item' },
        { $ref: '#/$defs/tree' },
        { enum: ['a', 1, { a: 1 }] },
      ),
      fc.constantFrom<Schema>(
        { pattern: '^a+$' },
        { pattern: '(a|aa)+b' },
        { minLength: 2 },
        { maxProperties: 1 },
        { uniqueItems: true },
        { required: ['a'] },
        { const: ['a'] },
      ),
      fc.record(
        { properties: fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 3 }), additionalProperties: inner },
        { requiredKeys: [] },
      ),
      fc.record(
        { patternProperties: fc.dictionary(fc.constantFrom('^a', 'b|c'), inner, { maxKeys: 2 }), unevaluatedProperties: inner },
        { requiredKeys: [] },
      ),
      fc.record(
        { items: inner, prefixItems: some, contains: inner, uniqueItems: fc.boolean(), unevaluatedItems: inner },
        { requiredKeys: [] },
      ),
      fc.record({ allOf: some, anyOf: some, oneOf: some, not: inner, propertyNames: inner }, { requiredKeys: [] }),
      fc
        .array(inner, { minLength: 3, maxLength: 3 })
        .map((three) => Object.fromEntries(['if', 'then', 'else'].map((name, at) => [name, three[at]]))),
      fc.record({ dependentSchemas: fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 1 }) }),
    ),
  };
}).schema;

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>('a', 'aa', 'aab', 'b', '', 1, 0, 1.5, null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
