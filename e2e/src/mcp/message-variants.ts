import { modernRequest } from './raw.ts';

/**
 * A request to `/mcp` as it is sent. `{write}`, `{read}`, `{revoked}`, `{session}`, `{doc}` and `{picture}` are replaced by values of each
 * world.
 */
export interface Variant {
  name: string;
  method: string;
  /** A name may occur twice. */
  headers: [name: string, value: string][];
  body: string | Buffer;
}

/** A request before it is written out; variations change it in place. */
interface Draft {
  method: string;
  headers: [name: string, value: string][];
  // biome-ignore lint/suspicious/noExplicitAny: variations put values of every type everywhere
  message: any;
  write: (message: unknown) => string | Buffer;
}

type Variation = [name: string, change: (draft: Draft) => void];

const protocol = 'io.modelcontextprotocol/';
const calls: [tool: string, input: unknown][] = [
  ['whoami', {}],
  ['whoami', undefined],
  ['whoami', null],
  ['list_tasks', {}],
  ['list_docs', { limit: 1 }],
  ['read_doc', { docId: '{doc}' }],
  ['read_doc', { docId: '{doc}', includeBody: false }],
  ['read_doc', { docId: 'doc_none' }],
  ['read_doc', { docID: '{doc}' }],
  ['read_doc', [1]],
  ['read_doc', 'text'],
  ['read_lines', { docId: '{doc}' }],
  ['find_text', { docId: '{doc}', query: 'Ünïcode' }],
  ['read_file', { fileId: '{picture}' }],
  ['read_file', { fileId: '{picture}', includeImage: false }],
  ['search', { query: '"quoted" </script> \u2028' }],
  ['create_task', { title: 'A task' }],
  ['edit_doc', { docId: '{doc}', oldText: 'absent', newText: 'x' }],
  ['append_doc', { docId: '{doc}', text: '\n"more" \u0001' }],
  ['list_service_tools', {}],
  ['execute_service_read_tool', { toolSlug: 'none__none', arguments: {} }],
  serviceCall({}),
  serviceCall({ fail: true }),
  serviceCall({ answer: { structuredContent: { rows: [1, { deep: null }] } } }),
  serviceCall({ answer: { structuredContent: { id: 7 }, headers: { location: '/rows/7', etag: '"v1"' } } }),
  serviceCall({
    answer: {
      content: [
        { text: 'a "text" \u2028', type: 'text', more: 1, annotations: { audience: ['user'], priority: 0.5 } },
        { type: 'image', mimeType: 'image/png', data: 'AAAA', _meta: { a: 1 } },
        { type: 'image', data: 'not base64!' },
        { type: 'hologram', of: 'x' },
        { type: 'text' },
        { type: 'resource', resource: { uri: 'file:///a', text: 'x', extra: true } },
        { type: 'resource_link', uri: 'file:///a', name: 'a', size: 3 },
      ],
      structuredContent: {},
    },
  }),
  ['execute_service_tool', { toolSlug: 'github__create_issue', arguments: { repo: 'a' } }],
  ['execute_service_tool', { toolSlug: 'github__create_issue', arguments: { repo: 'a', fail: true } }],
  ['create_key', { name: 'x' }],
  ['no_such_tool', {}],
  ['__proto__', {}],
  ['constructor', {}],
];

function serviceCall(given: object): [tool: string, input: unknown] {
  return ['execute_service_read_tool', { toolSlug: 'github__list_issues', arguments: { repo: 'a', ...given } }];
}

const eras = ['2026-07-28', '2025-11-25', '2025-06-18', '2024-11-05', undefined] as const;

function draftOf(era: (typeof eras)[number], method: string, params: Record<string, unknown> | undefined, key: string): Draft {
  const isModern = era === '2026-07-28';
  const modern = modernRequest(method, params);
  const message = isModern ? modern.body : { jsonrpc: '2.0', id: 1, method, ...(params && { params: { ...params } }) };
  return {
    method: 'POST',
    headers: [
      ['Host', 'localhost'],
      ['Authorization', `Bearer {${key}}`],
      ['Accept', 'application/json, text/event-stream'],
      ['Content-Type', 'application/json'],
      ['User-Agent', 'variants/1.0'],
      ...(isModern ? Object.entries(modern.headers) : era ? ([['MCP-Protocol-Version', era]] as [string, string][]) : []),
    ],
    message: structuredClone(message),
    write: (value) => JSON.stringify(value),
  };
}

function bases(): { name: string; make: () => Draft }[] {
  const each = eras.flatMap((era) => [
    ...calls.flatMap(([name, input]) =>
      ['write', 'read'].map((key) => ({
        name: `${era} ${name} ${JSON.stringify(input)} ${key}`,
        make: () => draftOf(era, 'tools/call', { name, ...(input !== undefined && { arguments: input }) }, key),
      })),
    ),
    ...['write', 'read'].map((key) => ({ name: `${era} tools/list ${key}`, make: () => draftOf(era, 'tools/list', {}, key) })),
  ]);
  return [...each, { name: 'tools/list without params', make: () => draftOf(undefined, 'tools/list', undefined, 'read') }];
}

const shown = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value));

/** Variations that replace a value in a message. Undefined removes the value. */
function put(path: string[], ...values: unknown[]): Variation[] {
  return values.map((value) => [
    `${path.join('.')} ${shown(value)}`,
    ({ message }) => {
      const last = path.at(-1) as string;
      let at = message;
      for (const step of path.slice(0, -1)) {
        if (typeof at?.[step] !== 'object' || at[step] === null) return;
        at = at[step];
      }
      if (typeof at !== 'object' || at === null) return;
      if (value === undefined) delete at[last];
      else Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true });
    },
  ]);
}

function header(name: string, ...values: (string | undefined)[]): Variation[] {
  return values.map((value) => [
    `${name}: ${value ?? 'absent'}`,
    (draft) => {
      draft.headers = draft.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
      if (value !== undefined) draft.headers.push([name, value]);
    },
  ]);
}

function twice(name: string, value: string): Variation {
  return [`${name} again`, ({ headers }) => headers.push([name, value])];
}

function written(name: string, write: (text: string) => string | Buffer): Variation {
  return [
    name,
    (draft) => {
      const before = draft.write;
      draft.write = (message) => write(String(before(message)));
    },
  ];
}

const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const deep = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`);

const variations: Variation[] = [
  ...put(['id'], 0, -1, 1.5, 1e21, 2 ** 53, '', 'x"\u2028', '\ud800', null, true, {}, [], undefined),
  ...put(['jsonrpc'], '1.0', 2, null, undefined),
  ...put(['method'], 'tools/Call', 'tools/list', 'tools/call', 'ping', 'server/discover', 'initialize', 5, '', undefined),
  ...put(['params'], null, [], 'x', {}, undefined),
  ...put(['result'], {}),
  ...put(['error'], { code: 1, message: 'x' }),
  ...put(['extra'], 1),
  ...put(['__proto__'], {}),
  ...put(['params', 'name'], 'whoami', 5, null, 'whoami ', undefined),
  ...put(['params', 'arguments'], { extra: 1 }, [], 'x', 5, null, JSON.parse('{"__proto__":{}}'), deep, undefined),
  ...put(['params', 'task'], { ttl: 1 }, null),
  ...put(['params', 'cursor'], 'x', 5, null),
  ...put(['params', 'inputResponses'], {}, { a: { action: 'accept' } }),
  ...put(['params', 'requestState'], 'x', 5),
  ...put(['params', 'extra'], 1, deep),
  ...put(['params', '_meta'], {}, null, [], 'x', undefined),
  ...put(['params', '_meta'], { traceparent: trace }, { progressToken: 1 }, { 'vendor/key': { a: 1 } }),
  ...put(['params', '_meta', 'progressToken'], 1, 'a', 1.5, null, {}),
  ...put(['params', '_meta', 'traceparent'], trace, 'bad', 5),
  ...put(['params', '_meta', 'vendor/key'], 'x', deep),
  ...put(['params', '_meta'], { 'gatehouse/idempotencyKey': 'once' }),
  ...put(['params', '_meta', 'gatehouse/idempotencyKey'], 'once', 'two words', 7, null),
  ...put(['params', '_meta', '__proto__'], { a: 1 }),
  ...put(['params', '_meta', `${protocol}protocolVersion`], '2025-11-25', '2099-01-01', '', 5, undefined),
  ...put(['params', '_meta', `${protocol}clientCapabilities`], { roots: {} }, { roots: { listChanged: 'x' } }, { sampling: {} }, undefined),
  ...put(['params', '_meta', `${protocol}clientCapabilities`], { elicitation: { form: {}, url: {} } }, { elicitation: 5 }, { foo: 1 }),
  ...put(['params', '_meta', `${protocol}clientCapabilities`], { experimental: { a: 1 } }, { extensions: { a: {} } }, null, [], 'x'),
  ...put(['params', '_meta', `${protocol}clientInfo`], {}, { name: 'x' }, { name: '', version: '' }, { name: 5, version: '1' }, undefined),
  ...put(['params', '_meta', `${protocol}clientInfo`], { name: 'a', version: '1', title: 'b', icons: 5 }, 'x', null),
  ...put(['params', '_meta', `${protocol}clientInfo`], { name: 'x'.repeat(3000), version: '1' }),
  ...put(['params', '_meta', `${protocol}logLevel`], 'info', 'bad'),
  ...put(['params', '_meta', `${protocol}related-task`], { taskId: 'x' }, 5),
  ...put(['params', '_meta', `${protocol}subscriptionId`], 'x'),
  ...header('MCP-Protocol-Version', '2026-07-28', '2025-11-25', '2024-10-07', '2099-01-01', 'x', '', undefined),
  ...header('Mcp-Method', 'tools/call', 'tools/list', 'Tools/Call', '', undefined),
  ...header('Mcp-Name', 'whoami', 'read_doc', base64('whoami'), base64('read_doc'), '=?base64?%%?=', '', undefined),
  ...header('Mcp-Session-Id', 'x', '', '{session}'),
  twice('Mcp-Session-Id', '{session}'),
  ...header('Accept', 'application/json', '*/*', 'text/event-stream;q=0.5,application/json', '', undefined),
  ...header(
    'Content-Type',
    'text/plain',
    'application/json; charset=utf-8',
    'application/json;charset=latin1',
    'APPLICATION/JSON',
    undefined,
  ),
  ...header('Content-Type', 'application/jsonp', 'application/json, text/plain', ''),
  ...header('Content-Encoding', 'gzip', 'identity', ''),
  ...header('Host', 'evil.example', 'localhost:1', '[::1]:80', '127.0.0.1', 'LOCALHOST', 'localhost/x', 'user@localhost'),
  ...header('Origin', 'http://evil.example', 'http://localhost:3', 'null'),
  ...header('Authorization', 'Basic x', 'bearer {read}', 'Bearer  {read}', 'Bearer {read},x', 'Bearer {read} x', 'Bearer', undefined),
  ...header('Authorization', 'Bearer {revoked}', 'Bearer gth_short', `Bearer gth_${'a'.repeat(49)}`),
  ...header('User-Agent', 'gatehouse-sdk/2.0 (x)', '()', '', undefined),
  ...header('traceparent', trace, 'bad'),
  twice('Authorization', 'Bearer {read}'),
  twice('Content-Type', 'application/json'),
  twice('Accept', 'text/html'),
  twice('MCP-Protocol-Version', '2026-07-28'),
  twice('Mcp-Method', 'tools/call'),
  twice('Mcp-Name', 'whoami'),
  twice('User-Agent', 'other/2'),
  ['GET', (draft) => (draft.method = 'GET')],
  ['DELETE', (draft) => (draft.method = 'DELETE')],
  ['in a batch', (draft) => (draft.message = [draft.message])],
  ['twice in a batch', (draft) => (draft.message = [draft.message, { ...draft.message, id: 2 }])],
  ['an empty batch', (draft) => (draft.message = [])],
  written('with space around', (text) => `\n ${text}\t\n`),
  written('with a byte order mark', (text) => `\uFEFF${text}`),
  written('cut off', (text) => text.slice(0, -1)),
  written('with more behind it', (text) => `${text}{}`),
  written('with a key twice', (text) => text.replace('{', '{"id":7,')),
  written('with another method before it', (text) => text.replace('{', '{"method":"tools/list",')),
  written('as invalid UTF-8', (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0x2c, 0x22, 0xc3, 0x22, 0x7d])])),
  written('empty', () => ''),
  written('null', () => 'null'),
];

const withKey: Variation = [
  'with an idempotency key',
  ({ message: { params } }) =>
    (params._meta = { ...params._meta, 'gatehouse/idempotencyKey': params.arguments?.arguments?.fail ? 'fails' : 'once' }),
];

/**
 * Returns every plain request, repeatable requests twice in each era, every variation of a few requests, and the given number of
 * combinations of two or three.
 */
export function messageVariants(combinations: number): Variant[] {
  const plain = bases();
  const varied = plain.filter(({ name }) =>
    /^(2026-07-28|2025-11-25|undefined) (read_doc \{"docId":"\{doc\}"\} write|tools\/list read)/.test(name),
  );
  const repeatable = plain.filter(({ name }) => /(?:create_task|execute_service_tool|list_tasks) .* write$/.test(name));
  const random = numbers(20_260_728);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  return [
    ...plain.map((base) => variantOf(base, [])),
    ...repeatable.flatMap((base) => [variantOf(base, [withKey]), variantOf(base, [withKey])]),
    ...varied.flatMap((base) => variations.map((variation) => variantOf(base, [variation]))),
    ...Array.from({ length: combinations }, () =>
      variantOf(
        pick(plain),
        Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(variations)),
      ),
    ),
  ];
}

function variantOf({ name, make }: { name: string; make: () => Draft }, changes: Variation[]): Variant {
  const draft = make();
  for (const [, change] of changes) change(draft);
  const { method, headers, message, write } = draft;
  return { name: [name, ...changes.map(([each]) => each)].join(', '), method, headers, body: write(message) };
}

/** Generates the same numbers in every run (mulberry32), each from 0 to below 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
