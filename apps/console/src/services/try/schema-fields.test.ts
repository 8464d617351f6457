import { describe, expect, it } from 'vitest';
import { fieldsOf, type SchemaField } from './schema-fields.ts';
import { argumentsOf } from './typed-arguments.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, additionalProperties: false, ...more });
const kinds = (fields: readonly SchemaField[]) => fields.map(({ name, kind, isRequired }) => [name, kind, isRequired]);

describe('the form of a schema', () => {
  it('has a field for each simple argument, and JSON for the others', () => {
    const schema = object(
      {
        title: { type: 'string', description: 'What it is about', examples: ['A bug'] },
        count: { type: ['integer', 'null'], default: 3 },
        ratio: { anyOf: [{ type: 'number' }, { type: 'null' }] },
        draft: { type: 'boolean' },
        state: { enum: ['open', 'closed', null] },
        labels: { type: 'array', items: { type: 'string' } },
        points: { type: 'array', items: { type: 'number' } },
        anything: true,
        owner: { $ref: '#/$defs/Owner' },
        __proto__: {},
      },
      {
        required: ['title', 'owner'],
        $defs: { Owner: object({ login: { type: 'string' }, site: { type: 'string' } }, { required: ['login'] }) },
      },
    );
    const fields = fieldsOf(schema);
    expect(kinds(fields)).toEqual([
      ['title', 'text', true],
      ['count', 'number', false],
      ['ratio', 'number', false],
      ['draft', 'boolean', false],
      ['state', 'choice', false],
      ['labels', 'list', false],
      ['points', 'json', false],
      ['anything', 'json', false],
      ['owner.login', 'text', true],
      ['owner.site', 'text', false],
    ]);
    expect(fields[0]).toMatchObject({ description: 'What it is about', hint: 'A bug' });
    expect(fields[1]?.hint).toBe('3');
    expect(fields[4]?.choices).toEqual(['"open"', '"closed"']);
  });

  it.each([undefined, null, 'text', [], {}, { type: 'object' }, { properties: 'none' }, { properties: {}, additionalProperties: {} }])(
    'is JSON if the schema lists no properties: %j',
    (schema) => {
      expect(kinds(fieldsOf(schema))).toEqual([['', 'json', false]]);
    },
  );

  it('has no fields if the tool has no arguments', () => {
    expect(fieldsOf(object({}))).toEqual([]);
  });

  it('is bounded for any schema: wide, deep, or recursive', () => {
    const wide = object(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`a${index}`, { type: 'string' }])));
    expect(fieldsOf(wide)).toHaveLength(61);
    expect(fieldsOf(wide).at(-1)).toMatchObject({ name: '', kind: 'json' });
    const self = object({ child: { $ref: '#' }, loop: { $ref: '#/properties/loop' } });
    expect(kinds(fieldsOf(self))).toContainEqual(['child.child.child', 'json', false]);
    const many = object({ one: { enum: Array.from({ length: 5000 }, (_, index) => index) } });
    expect(kinds(fieldsOf(many))).toEqual([['one', 'json', false]]);
    expect(kinds(fieldsOf(object({ far: { $ref: 'https://evil.example/a.json' }, none: { $ref: '#/$defs/toString' } })))).toEqual([
      ['far', 'json', false],
      ['none', 'json', false],
    ]);
  });
});

describe('the typed values', () => {
  const fields = fieldsOf(
    object({
      title: { type: 'string' },
      count: { type: 'integer' },
      draft: { type: 'boolean' },
      state: { enum: ['open'] },
      labels: { type: 'array', items: { type: 'string' } },
      more: {},
      owner: object({ login: { type: 'string' } }),
    }),
  );

  it('become the arguments, without empty fields', () => {
    expect(argumentsOf(fields, {})).toEqual({ value: {}, faults: new Map() });
    const typed = { title: '7', count: '7', draft: 'false', state: '"open"', labels: 'a\n\nb c', more: '[1]', 'owner.login': 'ada' };
    const value = { title: '7', count: 7, draft: false, state: 'open', labels: ['a', 'b c'], more: [1], owner: { login: 'ada' } };
    expect(argumentsOf(fields, typed)).toEqual({ value, faults: new Map() });
  });

  it('keep numbers that a double cannot hold as they were typed (D3)', () => {
    const typed = { count: '1915883588174806058', more: '[1e400, 1.0]' };
    expect(JSON.stringify(argumentsOf(fields, typed).value)).toBe('{"count":1915883588174806058,"more":[1e400,1]}');
  });

  it('get an error for each invalid field', () => {
    const { value, faults } = argumentsOf(fields, { title: 'a', count: 'many', more: '{' });
    expect(value).toEqual({ title: 'a' });
    expect([...faults.keys()]).toEqual(['count', 'more']);
    expect(argumentsOf(fieldsOf({}), { '': '[]' }).faults.get('')).toContain('an object');
  });

  it('become plain properties, whatever names a service gives them', () => {
    const named = JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"additionalProperties":false}');
    const { value } = argumentsOf(fieldsOf(named), { __proto__: 'x', constructor: 'y', ['__proto__' as string]: 'x' });
    expect(JSON.stringify(value)).toContain('"constructor":"y"');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
