import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { createRegistry, RegisteredTool } from '@gatehouse/core';
import { maximumArgumentBytes } from '@gatehouse/entrance';

/** The bytes of one call, the same through every entrance: over MCP the arguments are in a message. */
export interface RawCase {
  name: string;
  tool: string;
  key: 'read' | 'write' | 'unknown';
  /** Values of the header, in which {key} is the key. */
  authorization: string[];
  contentTypes: string[];
  others: [name: string, value: string][];
  /** Undefined means no arguments. */
  input: Buffer | undefined;
  /** Transforms the whole body. */
  wrap: (body: Buffer) => Buffer;
  /** Expected result for every entrance. */
  expected: Expected;
}

/** `ok`, `code` or `code/reason` of the pipeline, a fault before there is a call, or the name of a case with the same answer. */
export type Expected = string | { fault: 'content' | 'bytes' | 'message' } | { like: string };

const same = (body: Buffer) => body;
const standard: Omit<RawCase, 'name'> = {
  tool: 'search',
  key: 'read',
  authorization: ['Bearer {key}'],
  contentTypes: ['application/json'],
  others: [],
  input: Buffer.from('{"query":"plan"}'),
  wrap: same,
  expected: 'ok',
};

type Variation = Partial<Omit<RawCase, 'name' | 'input'>> & { input?: string | Buffer | undefined };

function variant(name: string, change: Variation): RawCase {
  const input = 'input' in change ? (change.input === undefined ? undefined : Buffer.from(change.input as string)) : standard.input;
  return { ...standard, ...change, name, input };
}

const keys: RawCase[] = [
  ...['Bearer {key}', 'bearer {key}', 'BEARER   {key}', 'Bearer\t{key}', 'Bearer \t {key}', '  Bearer {key}  '].map((value) =>
    variant(`Authorization ${JSON.stringify(value)}`, { authorization: [value] }),
  ),
  ...[
    '{key}',
    'Bearer',
    'Bearer{key}',
    'Basic {key}',
    'Bearer {key} x',
    'Bearer {key},x',
    'Bearer {key}, Bearer {key}',
    'Bearer "{key}"',
    '',
  ].map((value) => variant(`Authorization ${JSON.stringify(value)}`, { authorization: [value], expected: 'unauthorized' })),
  variant('no Authorization', { authorization: [], expected: 'unauthorized' }),
  variant('Authorization twice', { authorization: ['Bearer {key}', 'Bearer {key}'], expected: 'unauthorized' }),
  variant('Authorization of two kinds', { authorization: ['Bearer {key}', 'Basic x'], expected: 'unauthorized' }),
  variant('a key nobody has', { key: 'unknown', expected: 'unauthorized' }),
  variant('a key nobody has, and no JSON', { key: 'unknown', input: '{', expected: 'unauthorized' }),
  variant('a key nobody has, and another charset', {
    key: 'unknown',
    contentTypes: ['application/json; charset=iso-8859-1'],
    expected: 'unauthorized',
  }),
];

const content = { fault: 'content' } as const;
const json = 'application/json';
const contents: RawCase[] = [
  ...[
    json,
    'APPLICATION/JSON',
    `${json};`,
    `${json} ; x=y`,
    `${json}; charset=utf-8`,
    `${json};charset=UTF8`,
    `${json}; charset="utf-8"`,
  ].map((type) => variant(`Content-Type ${type}`, { contentTypes: [type] })),
  ...[
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json-patch+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '*/*',
    '',
    `x, ${json}`,
    `${json}; charset=`,
    `${json}; charset=iso-8859-1`,
    `${json}; charset="utf-16"`,
    `${json}; x=y; CHARSET=latin1`,
  ].map((type) => variant(`Content-Type ${JSON.stringify(type)}`, { contentTypes: [type], expected: content })),
  variant('no Content-Type', { contentTypes: [], expected: content }),
  ...[
    [json, json],
    [json, 'text/plain'],
    ['text/plain', json],
  ].map((contentTypes) => variant(`Content-Type ${contentTypes.join(' and ')}`, { contentTypes, expected: content })),
  ...['identity', 'IDENTITY', ''].map((encoding) =>
    variant(`Content-Encoding ${JSON.stringify(encoding)}`, { others: [['Content-Encoding', encoding]] }),
  ),
  ...Object.entries({ gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, 'identity, gzip': gzipSync, 'x-unknown': same }).map(
    ([encoding, wrap]) =>
      variant(`Content-Encoding ${encoding}`, { others: [['Content-Encoding', encoding]], wrap: (body) => wrap(body), expected: content }),
  ),
  variant('Content-Encoding twice', {
    others: [
      ['Content-Encoding', 'identity'],
      ['content-encoding', 'gzip'],
    ],
    expected: content,
  }),
];

const bytes = { fault: 'bytes' } as const;
const inText = (...inside: number[]) => Buffer.concat([Buffer.from('{"query":"'), Buffer.from(inside), Buffer.from('"}')]);
const written: RawCase[] = [
  variant('a byte order mark', { wrap: (body) => Buffer.concat([Buffer.from('\ufeff'), body]), expected: bytes }),
  variant('UTF-16', { wrap: (body) => Buffer.from(`\ufeff${body}`, 'utf16le'), expected: bytes }),
  variant('half a character', { input: inText(0xc3), expected: bytes }),
  variant('an overlong character', { input: inText(0xc0, 0xaf), expected: bytes }),
  variant('half of a pair in UTF-8', { input: inText(0xed, 0xa0, 0x80), expected: bytes }),
  variant('a character beyond Unicode', { input: inText(0xf5, 0x80, 0x80, 0x80), expected: bytes }),
  variant('latin1', { input: Buffer.from('{"query":"für"}', 'latin1'), expected: bytes }),
  variant('a character that breaks off at the end', { wrap: (body) => Buffer.concat([body, Buffer.from([0xe2, 0x82])]), expected: bytes }),
  variant('NUL in a string', { input: inText(0), expected: bytes }),
  variant('NUL behind the end', { wrap: (body) => Buffer.concat([body, Buffer.from([0])]), expected: bytes }),
  variant('cut off', { wrap: (body) => body.subarray(0, -1), expected: bytes }),
  variant('with something behind it', { wrap: (body) => Buffer.concat([body, Buffer.from('{}')]), expected: bytes }),
  variant('white space around it', { wrap: (body) => Buffer.from(` \t\r\n${body}\n`) }),
  variant('a form feed before it', { wrap: (body) => Buffer.from(`\f${body}`), expected: bytes }),
  variant('a no-break space before it', { wrap: (body) => Buffer.from(`\u00a0${body}`), expected: bytes }),
  ...[
    "{'query':'x'}",
    '{query:"x"}',
    '{"query":"x",}',
    '{"query":NaN}',
    '{"query":"x"/**/}',
    '{"query":"\\x"}',
    '{"limit":01}',
    '   ',
    '{',
  ].map((input) => variant(`written ${input}`, { input, expected: bytes })),
  variant('a line separator in a string', { input: '{"query":"a\u2028b"}' }),
  variant('a name twice', { input: '{"query":7,"query":"plan"}' }),
  variant('an escaped name', { input: '{"\\u0071uery":"plan"}' }),
  variant('__proto__', { input: '{"query":"plan","__proto__":{"a":1}}', expected: 'invalid_request/unknown_argument' }),
  variant('half of a pair, escaped', { input: '{"query":"\\ud800"}', expected: 'invalid_request/invalid_argument' }),
  variant('U+0000, escaped', { input: '{"query":"\\u0000"}', expected: 'invalid_request/invalid_argument' }),
  variant('a number without end', { tool: 'list_docs', input: '{"limit":1e999}', expected: 'invalid_request/inexact_number' }),
];

const arrays = (depth: number, open = depth) => `${'['.repeat(open)}${']'.repeat(depth)}`;
const tooDeep = 'invalid_request/malformed_body';
const depths: RawCase[] = [
  variant('63 levels below the arguments', { input: `{"query":${arrays(63)}}`, expected: 'invalid_request/invalid_argument' }),
  ...[64, 65, 66, 67, 68, 5000, 500_000].map((depth) =>
    variant(`${depth} levels below the arguments`, { input: `{"query":${arrays(depth)}}`, expected: tooDeep }),
  ),
  variant('65 levels of an unknown argument', { input: `{"no":${'{"a":'.repeat(64)}1${'}'.repeat(64)}}`, expected: tooDeep }),
  variant('a million levels that never end', { input: `{"query":${arrays(0, 1_000_000)}}`, expected: bytes }),
  variant('levels in a string', { input: `{"query":"${'['.repeat(190)}"}` }),
];

/** Every tool × everything that can be sent in place of its arguments. */
function wholeCases({ name: tool, example, input: schema }: RegisteredTool['definition']): RawCase[] {
  const none = { like: `${tool} with {} for arguments` };
  // Arguments that match a schema may still be insufficient for the tool.
  const empty = schema.safeParse({}).success ? none : 'invalid_request/invalid_argument';
  const inputs: [what: string, input: string | undefined, expected: Expected][] = [
    ['no arguments', undefined, none],
    ['null for arguments', 'null', none],
    ['{} for arguments', '{}', empty],
    ['a list for arguments', `[${JSON.stringify(example.input)}]`, 'invalid_request/invalid_argument'],
    ['an empty list for arguments', '[]', 'invalid_request/invalid_argument'],
    ['a text for arguments', JSON.stringify(JSON.stringify(example.input)), 'invalid_request/invalid_argument'],
    ['an empty text for arguments', '""', 'invalid_request/invalid_argument'],
    ['a number for arguments', '0', 'invalid_request/invalid_argument'],
    ['false for arguments', 'false', 'invalid_request/invalid_argument'],
  ];
  return inputs.map(([what, input, expected]) => variant(`${tool} with ${what}`, { tool, key: 'write', input, expected }));
}

/** Every tool × the last size it takes, and the first that it does not. */
function sizeCases({ name: tool }: RegisteredTool['definition'], maximum: number): RawCase[] {
  const ofSize = (size: number) => Buffer.from(`{"noSuchArgument":"${'x'.repeat(size - 21)}"}`);
  return [
    variant(`${tool} with ${maximum} bytes`, { tool, key: 'write', input: ofSize(maximum), expected: 'invalid_request/unknown_argument' }),
    variant(`${tool} with ${maximum} bytes and one`, {
      tool,
      key: 'write',
      input: ofSize(maximum + 1),
      expected: 'invalid_request/too_large',
    }),
  ];
}

const generated = (registry: ReturnType<typeof createRegistry>): RawCase[] =>
  registry.agentTools.flatMap(({ definition }) => wholeCases(definition));

/** Cases of small bodies. */
export function rawCases(registry: ReturnType<typeof createRegistry>): RawCase[] {
  return [...keys, ...contents, ...written, ...depths, ...generated(registry)];
}

/** Returns the first tool for each access level and size limit, because megabytes take their time. */
function oneOfEachSize(registry: ReturnType<typeof createRegistry>): RegisteredTool[] {
  const kindOf = (registered: RegisteredTool) => `${registered.definition.access} ${maximumArgumentBytes({ registered })}`;
  return [...Map.groupBy(registry.agentTools, kindOf).values()].map(([first]) => first as RegisteredTool);
}

/** Cases of bodies of megabytes. */
export function largeCases(registry: ReturnType<typeof createRegistry>): RawCase[] {
  const write = 36 * 1024 * 1024;
  return [
    ...oneOfEachSize(registry).flatMap((registered) => sizeCases(registered.definition, maximumArgumentBytes({ registered }))),
    variant('more than any message of a read key', { input: Buffer.alloc(5 * 1024 * 1024, ' '), expected: { fault: 'message' } }),
    variant('more than any message', {
      tool: 'write_file',
      key: 'write',
      input: Buffer.alloc(write + 100_000, ' '),
      expected: { fault: 'message' },
    }),
  ];
}
