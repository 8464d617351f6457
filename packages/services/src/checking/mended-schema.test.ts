import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loopCheck, threadCheck } from './schema-check.ts';
import { steps } from './steps.ts';

type Schema = Record<string, unknown>;

const atOnce = <Made>(compile: () => Made): Made => compile();

function faultsOf(schema: Schema, given: Schema): string[] {
  steps.allow(Number.POSITIVE_INFINITY);
  const onLoop = loopCheck(schema, atOnce)?.()(given);
  const onThread = threadCheck(schema, atOnce)(given);
  if (onLoop !== undefined) expect(onLoop).toEqual(onThread);
  return onThread.map(({ path, message }) => `${path} ${message}`);
}

const count = { type: 'integer' };
/** A schema with an invalid keyword at `a`, beside a property that can be checked. */
const beside = (odd: unknown): Schema => ({ type: 'object', properties: { a: odd, count } });

const odd: [string, Schema][] = [
  ['required that is null', { ...beside({}), required: null }],
  ['required that is true', { ...beside({}), required: true }],
  ['required of numbers', { ...beside({}), required: [1] }],
  ['required of a property itself', beside({ type: 'string', required: true })],
  ['the type any', beside({ type: 'any' })],
  ['the type str', beside({ type: 'str' })],
  ['the type String', beside({ type: 'String' })],
  ['the type null as a value', beside({ type: null })],
  ['no types', beside({ type: [] })],
  ['a type that is a schema', beside({ type: { type: 'string' } })],
  ['a tuple without $schema', beside({ type: 'array', items: [{ type: 'string' }, { type: 'string' }] })],
  ['no items', beside({ type: 'array', items: [] })],
  ['items that are null', beside({ type: 'array', items: null })],
  ['an exclusive minimum that is true', beside({ type: 'number', minimum: 0, exclusiveMinimum: true })],
  ['nullable without a type', beside({ nullable: true })],
  ['an enum that is a text', beside({ enum: 'x' })],
  ['an enum that is null', beside({ enum: null })],
  ['a description that is a number', beside({ description: 5 })],
  ['a description that is a list', { ...beside({}), description: ['x'] }],
  ['a minimum that is null', beside({ minimum: null, maximum: null, pattern: null, format: null, default: null })],
  ['a length that is a text', beside({ type: 'string', maxLength: '10' })],
  ['a pattern that is none', beside({ type: 'string', pattern: '(' })],
  ['an empty anyOf', beside({ anyOf: [] })],
  ['an anyOf of texts', beside({ anyOf: ['string', 'null'] })],
  ['additionalProperties that are null', { ...beside({}), additionalProperties: null }],
  ['a reference that leads nowhere', beside({ $ref: '#/$defs/missing' })],
  ['a reference to somewhere else', beside({ $ref: 'https://example.test/schema.json' })],
  ['a reference to a value', { ...beside({ $ref: '#/x/enum/0' }), x: { enum: ['y'] } }],
  ['definitions that are a list', { ...beside({ $ref: '#/$defs/0' }), $defs: [] }],
  ['a dialect that nobody knows', { $schema: 'https://example.test/dialect', ...beside({ type: 'any' }) }],
  ['an identifier that is none', { $id: 5, ...beside({}) }],
  ['a property that is a text', beside('string')],
];

it.each(odd)('checks the keywords next to %s, and leaves that part to the service (D33)', (_what, schema) => {
  expect(faultsOf(schema, { a: 'x', count: 1 }).filter((fault) => !fault.startsWith('/a '))).toEqual([]);
  expect(faultsOf(schema, { a: 'x', count: 'many' })).toContain('/count must be integer');
});

it.each([
  ['properties that are null', { type: 'object', properties: null }],
  ['properties that are a list', { type: 'object', properties: [] }],
  ['another type', { type: 'string' }],
  ['a reference in place of everything', { $ref: '#/$defs/missing', properties: {} }],
])('accepts everything for a schema with %s', (_what, schema) => {
  expect(faultsOf(schema, { a: 1 })).toEqual([]);
});

it('reads old and misspelled forms as intended', () => {
  const schema = { ...beside({ type: 'int', nullable: true }), required: ['count', null] };
  expect(faultsOf(schema, { a: null, count: 1 })).toEqual([]);
  expect(faultsOf(schema, { a: 'x' }).sort()).toEqual(['/a must be integer,null', '/count is required']);
});

it('accepts any value as a schema, and always checks arguments', () => {
  const keyword = fc.constantFrom(
    ...[
      'type',
      'required',
      'properties',
      'items',
      'enum',
      'anyOf',
      '$ref',
      '$defs',
      '$id',
      '$anchor',
      '$dynamicRef',
      'pattern',
      'not',
      'const',
    ],
    ...[
      'additionalProperties',
      'minimum',
      'format',
      'nullable',
      'if',
      'dependencies',
      'discriminator',
      'contains',
      '$schema',
      'definitions',
    ],
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, 0, -1, '', 'string', 'object', '#', '#/properties', '#/$defs/a', '(', []),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.oneof(keyword, fc.constantFrom('a', 'b')), tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(keyword, value, { maxKeys: 6 }), (schema) => {
      steps.allow(Number.POSITIVE_INFINITY);
      try {
        expect(Array.isArray(threadCheck({ ...schema }, atOnce)({ a: 1 }))).toBe(true);
      } catch (error) {
        // A schema that refers to itself without end exhausts the stack. The caller gets that as a fault.
        if (!(error instanceof RangeError)) throw error;
      }
    }),
    { numRuns: 1000 },
  );
});
