/** Result of checking a body: the API is called, a fault is reported, or the check is ended. */
export type Verdict = 'fits' | 'endless' | RegExp;

export interface HostileBody {
  schema: object;
  given: object;
  verdict: Verdict;
}

const many = <Item>(length: number, item: (index: number) => Item) => Array.from({ length }, (_, index) => item(index));
const text = (schema: object) => ({ type: 'object', properties: { text: { type: 'string', ...schema } } });
const list = (schema: object) => ({ type: 'object', properties: { list: { type: 'array', ...schema } } });
const next = (reference: object) => ({ properties: { next: reference } });
/** A tree that each of two branches goes through to its end, as public documents have them. */
const tree = (reference: object) => ({ properties: { end: false }, anyOf: [next(reference), next(reference)] });
const patternFault = /arguments\/body\/\S+ must match pattern/;
const no = 'a'.repeat(60);

export const nested = (depth: number): object => (depth === 0 ? { end: 1 } : { next: nested(depth - 1) });

/** Schemas of their own that the bodies refer to. */
export const components = {
  schemas: {
    Node: tree({ $ref: '#/components/schemas/Node' }),
    Dynamic: { $dynamicAnchor: 'node', ...tree({ $dynamicRef: '#node' }) },
    ...Object.fromEntries(
      many(31, (at) => {
        const inner = { $ref: `#/components/schemas/Double${at - 1}` };
        return [`Double${at}`, at === 0 ? { type: 'integer' } : { allOf: [inner, inner] }];
      }),
    ),
  },
};

/** Schemas of an API and a value for each that blocked the whole gateway for seconds to years, or could. */
export const leftToThreads: Record<string, HostileBody> = {
  'uniqueItems over objects': {
    schema: list({ uniqueItems: true, items: { type: 'object' } }),
    given: { list: many(12_000, (index) => ({ name: `item ${index}` })) },
    verdict: 'fits',
  },
  'uniqueItems over lists of lists': {
    schema: list({ uniqueItems: true }),
    given: { list: [...many(12_000, (index) => [[index]]), [[7]]] },
    verdict: /arguments\/body\/list must NOT have duplicate items/,
  },
  'a repeat that is not anchored': {
    schema: text({ pattern: 'a+b' }),
    given: { text: 'a'.repeat(200_000) },
    verdict: patternFault,
  },
  'repeats in repeats': { schema: text({ pattern: '^(a+)+$' }), given: { text: `${no}!` }, verdict: patternFault },
  'options that are the same': { schema: text({ pattern: '^(a|a)*$' }), given: { text: `${no}!` }, verdict: patternFault },
  'repeats with bounds': {
    schema: text({ pattern: '^a{0,999}a{0,999}a{0,999}a{0,999}$' }),
    given: { text: `${'a'.repeat(100)}!` },
    verdict: patternFault,
  },
  'many optional letters': {
    schema: text({ pattern: `^${'a?'.repeat(34)}${'a'.repeat(34)}$` }),
    given: { text: 'a'.repeat(33) },
    verdict: patternFault,
  },
  'a look-ahead': { schema: text({ pattern: '^(?=(a+)+$)a' }), given: { text: `${no}!` }, verdict: 'endless' },
  'a back-reference': { schema: text({ pattern: '^(a+)+\\1$' }), given: { text: `${no}!` }, verdict: 'endless' },
  'a pattern for forty texts': {
    schema: list({ items: { type: 'string', pattern: '^(x+x+)+y$' } }),
    given: { list: many(40, () => 'x'.repeat(40)) },
    verdict: patternFault,
  },
  'a pattern for names': {
    schema: { type: 'object', patternProperties: { '^(x+x+)+y$': false } },
    given: { ['x'.repeat(40)]: 1 },
    verdict: 'fits',
  },
  'anyOf in a schema that refers to itself': {
    schema: { $ref: '#/components/schemas/Node' },
    given: nested(40),
    verdict: 'endless',
  },
  'anyOf in a schema that refers to itself by $dynamicRef': {
    schema: { $ref: '#/components/schemas/Dynamic' },
    given: nested(40),
    verdict: 'endless',
  },
  'references that double': {
    schema: { type: 'object', properties: { value: { $ref: '#/components/schemas/Double30' } } },
    given: { value: 1 },
    verdict: 'endless',
  },
  'anyOf for each of many items': {
    schema: list({ items: { anyOf: many(100, (index) => ({ properties: { kind: { const: `kind ${index}` } } })) } }),
    given: { list: many(1000, () => ({ kind: 'kind 99' })) },
    verdict: 'fits',
  },
};

export const checkedAtOnce: Record<string, HostileBody> = {
  'a multiple of next to nothing': {
    schema: { type: 'object', properties: { size: { type: 'number', multipleOf: 1e-300 } } },
    given: { size: 1e300 },
    verdict: /arguments\/body\/size must be multiple of 1e-300/,
  },
  'a multiple of a huge number': {
    schema: { type: 'object', properties: { size: { type: 'number', multipleOf: 1e300 } } },
    given: { size: 3e300 },
    verdict: 'fits',
  },
  'formats, which are the words of the service': {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        ['email', 'regex', 'date-time', 'uri', 'made-up'].map((format) => [format, { type: 'string', format }]),
      ),
    },
    given: Object.fromEntries(['email', 'regex', 'date-time', 'uri', 'made-up'].map((format) => [format, '('.repeat(50_000)])),
    verdict: 'fits',
  },
};

/** Takes minutes to compile: each branch is compared with all before it. */
export const slowToCompile = {
  type: 'object',
  allOf: many(4000, (index) => ({ properties: { [`p${index}`]: {} } })),
  unevaluatedProperties: false,
};
