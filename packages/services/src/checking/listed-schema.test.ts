import { isSpecType } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { listedSchema } from './listed-schema.ts';

type Schema = Record<string, unknown>;
const beside = (odd: unknown): Schema => ({ type: 'object', properties: { a: odd, count: { type: 'integer' } } });

/** Schemas that clients would refuse, together with the whole list, if they were listed unchanged. */
const odd: [string, Schema][] = [
  ['no type', { properties: { a: {} } }],
  ['another type', { type: 'array', properties: { a: {} } }],
  ['two types', { type: ['object', 'null'] }],
  ['nothing', {}],
  ['nullable', { ...beside({}), nullable: true }],
  ['a dialect', { $schema: 'http://json-schema.org/draft-04/schema#', id: 'https://x.test/a', ...beside({}) }],
  ['an identifier', { $id: 'https://x.test/a', ...beside({ $ref: 'https://x.test/a' }) }],
  ['required that is true', beside({ type: 'string', required: true })],
  ['required that is null', { ...beside({}), required: null }],
  ['required of numbers', { ...beside({}), required: [1] }],
  ['properties that are a list', { type: 'object', properties: [] }],
  ['a property that is true', beside(true)],
  ['a property that is false', beside(false)],
  ['a property that is a text', beside('string')],
  ['a type that is none', beside({ type: 'any' })],
  ['a tuple of draft 7', beside({ type: 'array', items: [{ type: 'string' }] })],
  ['items that are null', beside({ type: 'array', items: null })],
  ['an exclusive minimum that is true', beside({ type: 'number', minimum: 0, exclusiveMinimum: true })],
  ['an enum that is a text', beside({ enum: 'x' })],
  ['an empty anyOf', { ...beside({}), anyOf: [] }],
  ['a reference that leads nowhere', beside({ $ref: '#/$defs/missing' })],
  ['a reference to somewhere else', beside({ $ref: 'https://example.test/schema.json' })],
  ['a pattern that is none', beside({ type: 'string', pattern: '(' })],
  ['a length that is a text', beside({ type: 'string', maxLength: '10' })],
  ['a description that is a number', beside({ description: 5 })],
];

describe('listedSchema (D76)', () => {
  it.each(odd)('turns a schema with %s into one that clients accept', (_what, given) => {
    const listed = listedSchema(given);
    if ('fault' in listed) throw new Error(listed.fault);
    const { schema } = listed;
    expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) });
    for (const property of Object.values(schema.properties as Schema)) expect(property).toBeTypeOf('object');
    new Ajv2020({ strict: false, logger: false }).compile(schema);
    expect(isSpecType.Tool({ name: 'tool', inputSchema: schema })).toBe(true);
  });

  it('keeps the arguments of a usual schema with their order, descriptions and definitions', () => {
    const given = {
      type: 'object',
      properties: { b: { $ref: '#/$defs/b', description: 'Second.' }, a: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null } },
      required: ['b'],
      $defs: { b: { type: 'string', enum: ['x', 'y'] } },
    };
    const listed = listedSchema(given);
    expect(listed).toEqual({ schema: { ...given, additionalProperties: false } });
    expect('schema' in listed && Object.keys(listed.schema.properties as Schema)).toEqual(['b', 'a']);
  });

  it.each(['anyOf', 'oneOf', 'allOf'])('refuses %s at the top, for which model APIs would refuse all tools', (keyword) => {
    expect(listedSchema({ type: 'object', [keyword]: [{ required: ['a'] }] })).toEqual({
      fault: `its input schema has "${keyword}" at the top`,
    });
  });

  it.each(['filter[name]', 'größe', 'a b', '', 'x'.repeat(65)])('refuses an argument called %j', (name) => {
    expect(listedSchema({ type: 'object', properties: { [name]: {} } })).toEqual({ fault: expect.stringContaining(JSON.stringify(name)) });
  });

  it('refuses nesting so deep that clients would run out of stack', () => {
    let deep: Schema = {};
    for (let level = 0; level < 20_000; level++) deep = { not: deep };
    expect(listedSchema(beside(deep))).toEqual({ fault: expect.stringContaining('nested') });
  });
});
