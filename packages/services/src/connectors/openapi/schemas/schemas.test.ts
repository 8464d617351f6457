import { describe, expect, it } from 'vitest';
import { createArgumentChecker } from '../../../checking/argument-checker.ts';
import { readOperations } from '../operations.ts';
import { readDocument } from '../read-document.ts';

type Loose = Record<string, unknown>;

/** The schema of the body that a document of this version asks for, and its definitions. */
function bodyOf(schema: unknown, schemas: Loose = {}, openapi = '3.0.3') {
  const post = { requestBody: { required: true, content: { 'application/json': { schema } } } };
  const [tool] = readOperations(readDocument(JSON.stringify({ openapi, paths: { '/x': { post } }, components: { schemas } })));
  if (!tool || 'reason' in tool) throw new Error(tool?.reason);
  return { schema: (tool.inputSchema.properties as Loose).body, $defs: tool.inputSchema.$defs as Loose, whole: tool.inputSchema };
}

/** Faults that the schema of a document finds in a value. */
function faultsOf(whole: Loose, body: unknown) {
  const faults = createArgumentChecker().validate({ inputSchema: whole, definitionHash: 'one' }, { body });
  return (faults ?? [{ path: '', message: 'was not checked at once' }]).map(({ path, message }) => `${path} ${message}`);
}

describe('null', () => {
  const schemas = { Name: { type: 'string' }, Kind: { type: 'string', enum: ['a', 'b'] } };
  it.each<[string, Loose]>([
    ['with a type', { type: 'string', nullable: true }],
    ['with values', { type: 'string', enum: ['text'], nullable: true }],
    ['with values and no type', { enum: ['text'], nullable: true }],
    ['beside a reference', { $ref: '#/components/schemas/Name', nullable: true }],
    ['beside allOf', { allOf: [{ $ref: '#/components/schemas/Name' }], nullable: true }],
    ['beside allOf and a type', { type: 'string', allOf: [{ $ref: '#/components/schemas/Name' }], nullable: true }],
    ['beside oneOf', { oneOf: [{ type: 'string' }, { type: 'integer' }], nullable: true }],
    ['beside anyOf', { anyOf: [{ type: 'string' }], nullable: true }],
    ['as an option of its own', { oneOf: [{ nullable: true }, { type: 'string' }] }],
    ['as an option that is described', { anyOf: [{ type: 'string' }, { nullable: true, description: 'or nothing' }] }],
    ['by an extension', { type: 'string', 'x-nullable': true }],
    ['in a list of types', { type: ['string', 'null'] }],
  ])('is accepted %s', (_how, schema) => {
    for (const version of ['3.0.3', '3.1.0']) {
      const { whole } = bodyOf(schema, schemas, version);
      expect([null, 'text', true].map((value) => faultsOf(whole, value).length > 0)).toEqual([false, false, true]);
    }
  });

  it('keeps the description next to it', () => {
    const described = { $ref: '#/components/schemas/Name', nullable: true, description: 'who' };
    expect(bodyOf(described, schemas).schema).toEqual({ description: 'who', anyOf: [{ $ref: '#/$defs/Name' }, { type: 'null' }] });
    expect(bodyOf({ nullable: true, description: 'anything' }).schema).toEqual({ description: 'anything' });
  });
});

describe('read-only properties', () => {
  const base = {
    type: 'object',
    required: ['id', 'name', 'kept'],
    properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' }, kept: { type: 'string', writeOnly: true } },
  };

  it('are neither required nor described', () => {
    expect(bodyOf(base).schema).toEqual({
      type: 'object',
      required: ['name', 'kept'],
      properties: { name: { type: 'string' }, kept: { type: 'string' } },
    });
  });

  it('are recognized through references and in composed schemas', () => {
    const schemas = { Base: base, Id: { type: 'string', readOnly: true } };
    const composed = {
      allOf: [{ $ref: '#/components/schemas/Base' }, { required: ['id', 'at'], properties: { at: { $ref: '#/components/schemas/Id' } } }],
      required: ['id'],
    };
    const { whole } = bodyOf(composed, schemas);
    expect(faultsOf(whole, { name: 'a', kept: 'b' })).toEqual([]);
    expect(faultsOf(whole, { name: 'a' })).toEqual(['/body/kept is required']);
  });
});

describe('a mistake in a document', () => {
  it.each<[string, Loose]>([
    ['an unknown type', { type: 'any' }],
    ['a type that is no text', { type: 5 }],
    ['types of which one is unknown', { type: ['string', 'whatever'] }],
    ['required as a truth', { type: 'object', required: true }],
    ['names that are no texts', { type: 'object', required: [1, null] }],
    ['properties as a list', { type: 'object', properties: [] }],
    ['a property that is null', { properties: { a: null } }],
    ['no values', { enum: [] }],
    ['values as an object', { enum: {} }],
    ['a bound that is no number', { minimum: 'low', maximum: null }],
    ['a length below zero', { minLength: -1, maxItems: 2.5 }],
    ['an empty choice', { anyOf: [], oneOf: [], allOf: [] }],
    ['a choice that is no list', { allOf: { type: 'object' } }],
    ['items as a text', { type: 'array', items: 'string' }],
    ['a multiple of zero', { multipleOf: 0 }],
    ['a pattern that nothing can read', { type: 'string', pattern: '(' }],
    ['a reference that leads nowhere', { $ref: '#/components/schemas/Gone' }],
    ['a reference to itself', { $ref: '#/components/schemas/Itself' }],
    ['an exclusive bound without a bound', { exclusiveMinimum: true }],
    ['keywords that nobody knows', { 'x-odd': {}, typo: [], discriminator: 5 }],
    ['an identifier', { $id: 'not a uri at all ^^', $schema: 'http://nowhere', $anchor: '#' }],
    ['a default of another type', { type: 'integer', default: 'none' }],
  ])('loses only its own check: %s', (_what, odd) => {
    const schemas = { Odd: odd, Itself: { $ref: '#/components/schemas/Itself' } };
    const { whole } = bodyOf(
      { type: 'object', properties: { odd: { $ref: '#/components/schemas/Odd' }, good: { type: 'integer' } } },
      schemas,
    );
    expect(faultsOf(whole, { good: 5 })).toEqual([]);
    expect(faultsOf(whole, { good: 'five' })).toEqual(['/body/good must be integer']);
  });

  it.each<[string, Loose, unknown[], unknown[]]>([
    ['a type under another name', { type: 'Int' }, [1], ['1']],
    ['a bound in quotes', { type: 'integer', minimum: '5' }, [5], [4]],
    ['an exclusive bound of before', { minimum: 5, exclusiveMinimum: true }, [6], [5]],
    ['values that YAML took for numbers', { type: 'string', enum: [1, true] }, ['1', 'true'], [1, '2']],
    ['numbers in quotes', { type: 'integer', enum: ['1', '2'] }, [1], ['1']],
    ['values that are there twice', { enum: ['a', 'a'] }, ['a'], ['b']],
    [
      'a list of items',
      { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'integer' } },
      [['a', 1]],
      [['a', 'b'], [1]],
    ],
    ['a pattern of another dialect', { type: 'string', pattern: '(?i)^[\\w-.]+$' }, ['A-b.c'], ['a b']],
  ])('is read as intended: %s', (_what, schema, good, bad) => {
    const { whole } = bodyOf(schema);
    expect(good.filter((value) => faultsOf(whole, value).length > 0)).toEqual([]);
    expect(bad.filter((value) => faultsOf(whole, value).length === 0)).toEqual([]);
  });

  it('describes the checks that only the service can make', () => {
    expect(bodyOf({ type: 'string', description: 'A name.', pattern: '(?<a>x)\\k<b>' }).schema).toEqual({
      type: 'string',
      description: 'A name. Must match (?<a>x)\\k<b> (the service checks this).',
    });
    expect(bodyOf({ $ref: '#/components/schemas/Gone' }).$defs).toEqual({
      Gone: { description: 'Any value: #/components/schemas/Gone is not in the document (the service checks this).' },
    });
  });
});

describe('composed schemas', () => {
  const cat = {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: { name: { type: 'string' }, kind: { type: 'string' } },
  };
  const schemas = { Cat: cat, Loud: { type: 'object', additionalProperties: false, properties: { meows: { type: 'boolean' } } } };
  const [catRef, loudRef] = ['Cat', 'Loud'].map((name) => ({ $ref: `#/components/schemas/${name}` }));

  it('accept the properties of all their parts, even if each part forbids additional ones', () => {
    const { whole } = bodyOf({ allOf: [catRef, loudRef], properties: { age: { type: 'integer' } }, additionalProperties: false }, schemas);
    expect(faultsOf(whole, { name: 'a', meows: true, age: 3 })).toEqual([]);
    expect(faultsOf(whole, { name: 'a', barks: true })).toEqual(['/body/barks is unknown']);
    expect(faultsOf(bodyOf(catRef, schemas).whole, { name: 'a', meows: true })).toEqual(['/body/meows is unknown']);
  });

  it('accept a value that fits several options, because only the service knows the right one', () => {
    const { whole } = bodyOf({
      oneOf: [{ type: 'object' }, { type: 'object', properties: { a: {} } }],
      discriminator: { propertyName: 'kind' },
    });
    expect(faultsOf(whole, { a: 1 })).toEqual([]);
    expect(faultsOf(whole, 5)).toContain('/body must be object');
  });

  it('can have both kinds of options', () => {
    const { whole } = bodyOf({ oneOf: [{ required: ['a'] }, { required: ['b'] }], anyOf: [{ required: ['c'] }], type: 'object' });
    expect(faultsOf(whole, { a: 1, c: 1 })).toEqual([]);
    expect(faultsOf(whole, { a: 1 })).not.toEqual([]);
    expect(faultsOf(whole, { c: 1 })).not.toEqual([]);
  });
});

describe('references', () => {
  it('can be circular and lead to any place of the document', () => {
    const schemas = {
      Tree: { properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } }, 'a/b~c %': { type: 'string' } } },
      Leaf: { $ref: '#/components/schemas/Tree/properties/a~1b~0c%20%25' },
    };
    const { whole, $defs } = bodyOf(
      { allOf: [{ $ref: '#/components/schemas/Tree' }, { properties: { leaf: { $ref: '#/components/schemas/Leaf' } } }] },
      schemas,
    );
    expect(faultsOf(whole, { children: [{ children: [] }], leaf: 'x' })).toEqual([]);
    expect(faultsOf(whole, { children: [{ children: 5 }], leaf: 5 })).toEqual([
      '/body/children/0/children must be array',
      '/body/leaf must be string',
    ]);
    expect(Object.keys($defs)).toHaveLength(4);
  });

  it('can refer to a place within their own schema', () => {
    const Order = {
      properties: { line: { $ref: '#/$defs/Line' }, other: { $ref: '#/definitions/Line' } },
      $defs: { Line: { type: 'integer' } },
      definitions: { Line: { type: 'string' } },
    };
    const { whole } = bodyOf({ $ref: '#/components/schemas/Order' }, { Order }, '3.1.0');
    expect(faultsOf(whole, { line: 1, other: 'a' })).toEqual([]);
    expect(faultsOf(whole, { line: 'a', other: 1 })).toEqual(['/body/line must be integer', '/body/other must be string']);
  });

  it('can name a schema by its anchor or its identifier', () => {
    const schemas = { A: { $anchor: 'a', type: 'integer' }, B: { $id: 'https://x.test/b', type: 'string' } };
    const { whole } = bodyOf({ properties: { a: { $ref: '#a' }, b: { $ref: 'https://x.test/b' } } }, schemas, '3.1.0');
    expect(faultsOf(whole, { a: 'x', b: 1 })).toEqual(['/body/a must be integer', '/body/b must be string']);
  });

  it('can have other keywords next to them since 3.1 only', () => {
    const schema = { $ref: '#/components/schemas/Name', maxLength: 1, description: 'short' };
    const schemas = { Name: { type: 'string' } };
    expect(bodyOf(schema, schemas, '3.0.3').schema).toEqual({ $ref: '#/$defs/Name', description: 'short' });
    expect(bodyOf(schema, schemas, '3.1.0').schema).toEqual({ $ref: '#/$defs/Name', description: 'short', maxLength: 1 });
  });
});

describe('a schema that is too large for a tool', () => {
  const chapters = (count: number, size: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `C${at}`,
        {
          description: 'x'.repeat(size),
          properties: { [`n${'y'.repeat(size / 2)}`]: {}, own: { type: 'integer' }, next: { $ref: `#/components/schemas/C${at + 1}` } },
        },
      ]),
    );

  it('loses its descriptions first', () => {
    const { whole, $defs } = bodyOf({ $ref: '#/components/schemas/C0' }, { ...chapters(50, 6000), C50: { type: 'string' } });
    expect(JSON.stringify(whole).length).toBeLessThan(262_144);
    expect($defs.C50).toEqual({ type: 'string' });
    expect(JSON.stringify(whole)).not.toContain('xxx');
  });

  it('is checked as far as there is room, and names the parts that only the service checks', () => {
    const { whole, $defs } = bodyOf({ $ref: '#/components/schemas/C0' }, { ...chapters(300, 6000), C300: { type: 'string' } });
    expect(JSON.stringify(whole).length).toBeLessThan(262_144);
    expect($defs.C299).toEqual({ description: 'Any value (the service checks this).' });
    expect(($defs.C3 as Loose).properties).toMatchObject({ own: { type: 'integer' } });
  });
});
