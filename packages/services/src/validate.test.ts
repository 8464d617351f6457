import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it, vi } from 'vitest';
import { createArgumentValidator } from './validate.ts';

const faultsOf = (inputSchema: Record<string, unknown>, given: Record<string, unknown>) =>
  createArgumentValidator()
    .validate({ definitionHash: 'a', inputSchema }, given)
    .map(({ path, message }) => `${path} ${message}`);

const schema = {
  type: 'object',
  properties: { message: { type: 'string' }, options: { type: 'object', properties: { depth: { type: 'integer' } }, required: ['depth'] } },
  required: ['message'],
};

it('names the path of every fault: type, missing, unknown, nested (D33)', () => {
  expect(faultsOf(schema, { message: 5, options: { depth: 'deep' }, other: 1 }).sort()).toEqual([
    '/message must be string',
    '/options/depth must be integer',
    '/other is not known',
  ]);
  expect(faultsOf(schema, { options: {} }).sort()).toEqual(['/message is required', '/options/depth is required']);
  expect(faultsOf(schema, { message: 'x', options: { depth: 1, more: true } })).toEqual([]);
});

it('compiles a schema once for each definition', () => {
  const compile = vi.spyOn(Ajv2020.prototype, 'compile');
  const validator = createArgumentValidator();
  const inputSchema = { type: 'object', properties: { a: { type: 'string' } } };
  for (const definitionHash of ['one', 'one', 'other', 'one', 'other']) validator.validate({ definitionHash, inputSchema }, { a: 'x' });
  expect(compile).toHaveBeenCalledTimes(2);
  // Every fault at once takes a second form of it, which is kept too.
  for (let call = 0; call < 3; call++) expect(validator.validate({ definitionHash: 'one', inputSchema }, { a: 1 })).toHaveLength(1);
  expect(compile).toHaveBeenCalledTimes(3);
  compile.mockRestore();
});

it('lets unknown arguments through where the schema says so', () => {
  expect(faultsOf({ ...schema, additionalProperties: true }, { message: 'x', other: 1 })).toEqual([]);
  expect(faultsOf({ type: 'object' }, { anything: 1 })).toEqual([]);
});

it('takes a required name that every object inherits for missing', () => {
  expect(faultsOf({ type: 'object', required: ['toString'] }, {})).toEqual(['/toString is required']);
});

it('reads draft 7 and 2020-12, each by its own rules', () => {
  const items = { type: 'array', items: [{ type: 'string' }], additionalItems: false };
  const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { list: items } };
  expect(faultsOf(draft7, { list: ['a', 'b'] })).toEqual(['/list must NOT have more than 1 items']);
  const latest = { type: 'object', properties: { list: { prefixItems: [{ type: 'string' }], items: false } }, $defs: {} };
  expect(faultsOf(latest, { list: ['a', 'b'] })).toEqual(['/list must NOT have more than 1 items']);
});

it('follows references inside the schema and refuses those that lead elsewhere', () => {
  const local = { type: 'object', properties: { id: { $ref: '#/$defs/id' } }, $defs: { id: { type: 'integer' } } };
  expect(faultsOf(local, { id: 'x' })).toEqual(['/id must be integer']);
  const remote = { type: 'object', properties: { id: { $ref: 'https://example.test/schema.json' } } };
  expect(faultsOf(remote, { id: 'x' })).toEqual([expect.stringContaining('cannot be checked')]);
});

it('keeps schemas with the same $id apart', () => {
  const validator = createArgumentValidator();
  const withId = (type: string) => ({ $id: 'https://example.test/s', type: 'object', properties: { id: { type } } });
  expect(validator.validate({ definitionHash: 'a', inputSchema: withId('string') }, { id: 'x' })).toEqual([]);
  expect(validator.validate({ definitionHash: 'b', inputSchema: withId('integer') }, { id: 'x' })).toHaveLength(1);
});

it('is not stopped by a pattern that takes exponential time', () => {
  const started = performance.now();
  const slow = { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } };
  expect(faultsOf(slow, { text: `${'a'.repeat(50)}!` })).toHaveLength(1);
  expect(faultsOf(slow, { text: 'aaaa' })).toEqual([]);
  expect(performance.now() - started).toBeLessThan(20_000);
});

it('tells the first fault only of very large arguments', () => {
  const list = Array.from({ length: 50_000 }, () => 'x');
  expect(faultsOf({ type: 'object', properties: { list: { type: 'array', items: { type: 'integer' } } } }, { list })).toHaveLength(1);
});
