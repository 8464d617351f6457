import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpEntrance, mcpLegacyEntrance, mcpModernEntrance } from '../entrances/index.ts';
import type { Loose, World } from '../kit/world.ts';
import { type OddServer, openOddServer, result, streamed } from './odd-server.ts';
import { openServiceWorld, refusalOf, resultOf, type ServiceWorld } from './service-world.ts';

const entrances = [httpEntrance, mcpModernEntrance, mcpLegacyEntrance];
const levels = 20_000;
const nested = (open: string, inner: string, close: string) => open.repeat(levels) + inner + close.repeat(levels);
const deepObject = nested('{"a":', '1', '}');
const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });

let world: ServiceWorld;
let server: OddServer;
let connected = 0;
beforeAll(async () => {
  world = await openServiceWorld({ deadlineMs: 20_000 });
});
afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const opened = await openOddServer();
  server = opened;
  return () => opened[Symbol.asyncDispose]();
});

async function connect(): Promise<string> {
  const service = `odd-${connected++}`;
  await world.addHttp(service, server.url);
  return service;
}

const toolsOf = async (service: string): Promise<string[]> => {
  const { tools } = await world.as(world.owner, 'list_service_tools', { service, limit: 200 });
  return tools.map(({ toolSlug }: Loose) => toolSlug.slice(service.length + 2));
};

describe('a listing', () => {
  it('has any number of pages', async () => {
    server.answers['tools/list'] = (response, asked) => {
      const page = Number(asked.params?.cursor ?? 0);
      result(response, asked, { tools: [tool(`tool-${page}`)], ...(page < 299 && { nextCursor: String(page + 1) }) });
    };
    const service = await connect();
    const { connections } = await world.as(world.owner, 'list_connections');
    expect(connections.find((connection: Loose) => connection.service === service).toolsCount).toBe(300);
  });

  it('leaves out a tool that can be called only as a task, and reports that', async () => {
    const execution = (taskSupport: string) => ({ execution: { taskSupport } });
    const tools = [tool('plain'), tool('both', execution('optional')), tool('never', execution('forbidden'))];
    server.answers['tools/list'] = (response, asked) => result(response, asked, { tools: [...tools, tool('only', execution('required'))] });
    const service = await connect();
    expect(await toolsOf(service)).toEqual(['both', 'never', 'plain']);
    const { leftOut } = await world.as(world.owner, 'list_service_tools', { service });
    expect(leftOut).toEqual([{ operation: 'only', reason: expect.stringContaining('only be called as a task') }]);
  });

  it('is refused if it is endless, and stops if a page leads to itself', async () => {
    const tools = Array.from({ length: 1000 }, (_, index) => tool(`tool-${index}`));
    let pages = 0;
    server.answers['tools/list'] = (response, asked) => result(response, asked, { tools, nextCursor: String(pages++) });
    await expect(connect()).rejects.toThrow('an endless listing');
    expect(pages).toBeLessThan(20);
    server.answers['tools/list'] = (response, asked) => result(response, asked, { tools: tools.slice(0, 5), nextCursor: 'here' });
    expect(await toolsOf(await connect())).toHaveLength(5);
  });

  it('keeps all tools next to unusable ones', async () => {
    const deep = `{"name":"deep","inputSchema":${nested('{"properties":{"a":', '{}', '}}')}}`;
    const odd = [tool('typed'), { name: 'untyped', inputSchema: { properties: { title: { type: 'string' } } } }, { name: 'bare' }];
    const useless = [{ name: 5 }, 'no tool', null, { name: ' ', inputSchema: {} }];
    const listed = [...odd, ...useless].map((one) => JSON.stringify(one));
    server.answers['tools/list'] = (response, asked) => result(response, asked, `{"tools":[${[deep, ...listed].join(',')}]}`);
    server.answers.untyped = (response, asked) => result(response, asked, { content: [{ type: 'text', text: 'it ran' }] });
    const service = await connect();
    expect(await toolsOf(service)).toEqual(['bare', 'typed', 'untyped']);
    expect(resultOf(await world.run(`${service}__untyped`, { title: 'x' })).content[0].text).toBe('it ran');
    expect(refusalOf(await world.run(`${service}__untyped`, { title: 5 })).reason).toBe('invalid_service_arguments');
  });
});

it('a tool with spaces in its name is called by its own name, distinct from one with underscores', async () => {
  const names = ['two words', 'two_words'];
  server.answers['tools/list'] = (response, asked) => result(response, asked, { tools: names.map((name) => tool(name)) });
  for (const name of names)
    server.answers[name] = (response, asked) => result(response, asked, { content: [{ type: 'text', text: asked.params.name }] });
  const service = await connect();
  expect(await toolsOf(service)).toEqual(['two_words', 'two_words_2']);
  const called = await Promise.all(['two_words', 'two_words_2'].map((name) => world.run(`${service}__${name}`)));
  expect(called.map((answer) => resultOf(answer).content[0].text)).toEqual(['two_words', 'two words']);
});

describe('a server that refuses our protocol version is tried again with one that it names:', () => {
  const old = '2025-03-26';
  const text = `Bad Request: Unsupported protocol version (supported versions: 2024-11-05, ${old})`;
  const error = { code: -32602, message: 'Unsupported protocol version', data: { supported: ['2024-11-05', old], requested: '?' } };
  const refusals: Record<string, OddServer['answers'][string]> = {
    'text at 400': (response) => void response.writeHead(400, { 'content-type': 'text/plain' }).end(text),
    'an error at 400': (response, { id }) =>
      void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, error })),
    'an error at 200': (response, { id }) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, error })),
  };

  it.each(Object.keys(refusals))('%s', async (how) => {
    const asked: string[] = [];
    server.answers.initialize = (response, one) => {
      asked.push(one.params.protocolVersion);
      if (one.params.protocolVersion !== old) return refusals[how]?.(response, one);
      result(response, one, { protocolVersion: old, capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } });
    };
    server.answers['tools/list'] = (response, one) => result(response, one, { tools: [tool('a')] });
    expect(await toolsOf(await connect())).toEqual(['a']);
    expect(asked.at(-1)).toBe(old);
  });

  it('after an error of a command', async () => {
    const script = `
      const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
      const error = ${JSON.stringify(error)};
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, params } = JSON.parse(line);
        if (method === 'initialize' && params.protocolVersion !== '${old}') say({ id, error });
        else if (method === 'initialize')
          say({ id, result: { protocolVersion: '${old}', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } } });
        else if (method === 'tools/list') say({ id, result: { tools: [{ name: 'a', inputSchema: { type: 'object' } }] } });
        else if (id !== undefined) say({ id, error: { code: -32601, message: 'no such method' } });
      });`;
    const service = `odd-${connected++}`;
    await world.addCommand(service, ['--input-type=commonjs', '-e', script]);
    expect(await toolsOf(service)).toEqual(['a']);
  });

  it('and refused if it names no supported one', async () => {
    server.answers.initialize = (response) => void response.writeHead(400).end('Unsupported version (supported versions: 2020-01-01)');
    server.answers['tools/list'] = (response, one) => result(response, one, { tools: [tool('a')] });
    await expect(connect()).rejects.toThrow('HTTP 400');
  });
});

it('an answer arrives after more than 2,000 progress notifications, all of which are passed on', async () => {
  const steps = 5000;
  server.answers.slow = (response, { id, params }) => {
    const { progressToken } = params._meta;
    const note = (progress: number) => ({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken, progress, message: 'still at it' },
    });
    streamed(response, [
      ...Array.from({ length: steps }, (_, index) => note(index + 1)),
      { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'done' }] } },
    ]);
  };
  const service = await connect();
  const progress: number[] = [];
  const answer = await world.run(`${service}__slow`, {}, { onProgress: (step) => progress.push(step.progress) });
  expect(resultOf(answer).content[0].text).toBe('done');
  expect(progress).toEqual(Array.from({ length: steps }, (_, index) => index + 1));
});

describe('a fault of the service is reported as its failure (D35):', () => {
  const odd: Record<
    string,
    (response: Parameters<OddServer['answers'][string]>[0], asked: Parameters<OddServer['answers'][string]>[1]) => void
  > = {
    'structured-content-too-deep': (response, asked) => result(response, asked, `{"content":[],"structuredContent":${deepObject}}`),
    'content-too-deep': (response, asked) => result(response, asked, `{"content":[{"type":"text","text":"x","_meta":${deepObject}}]}`),
    'too-deep-in-a-stream': (response, { id }) =>
      streamed(response, [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[],"structuredContent":${deepObject}}}`]),
    'an-error-too-deep': (response, { id }) => {
      response.setHeader('content-type', 'application/json');
      response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-1,"message":"no","data":${deepObject}}}`);
    },
    'a-message-too-deep': (response) => {
      response.setHeader('content-type', 'application/json');
      response.end(nested('[', '1', ']'));
    },
    'a-header-that-is-none': (response) => void response.socket?.end('HTTP/1.1 200 OK\r\nno header: 1\r\nb\u00e4d@name: 2\r\n\r\n{}'),
    'a-status-that-is-none': (response) => void response.socket?.end('HTTP/1.1 9999 Odd\r\n\r\n'),
    'a-type-that-is-none': (response) => void response.writeHead(200, { 'content-type': ';;;' }).end('{}'),
    'content-that-is-no-list': (response, asked) => result(response, asked, { content: 'text' }),
    'content-of-nothing': (response, asked) => result(response, asked, { content: [null] }),
    'content-without-type': (response, asked) => result(response, asked, { content: [{ text: 'x' }] }),
    'text-that-is-none': (response, asked) => result(response, asked, { content: [{ type: 'text', text: { a: 1 } }] }),
    'no-result': (response, asked) => result(response, asked, 'null'),
    'a-result-that-is-a-list': (response, asked) => result(response, asked, '[]'),
  };

  it.each(Object.keys(odd))('%s, over MCP', async (name) => {
    server.answers[name] = odd[name] as OddServer['answers'][string];
    server.answers.fine = (response, asked) => result(response, asked, { content: [] });
    const service = await connect();
    for (const kind of entrances) {
      await using entrance = kind.open(world as unknown as World);
      const reply = await entrance.call('execute_service_tool', { toolSlug: `${service}__${name}` }, { key: world.writeKey });
      expect(reply).toMatchObject({ code: 'service_error', reason: 'service_failed' });
    }
    expect(resultOf(await world.run(`${service}__fine`))).toEqual({ content: [] });
  });

  const answersOfApi: Record<string, OddServer['answers'][string]> = {
    'JSON too deep': (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(deepObject),
    'a list too deep': (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(nested('[', '1', ']')),
    'a header that is none': odd['a-header-that-is-none'] as OddServer['answers'][string],
    'a status that is none': odd['a-status-that-is-none'] as OddServer['answers'][string],
  };

  it.each(Object.keys(answersOfApi))('%s, of an API', async (what) => {
    server.answers['GET /run'] = answersOfApi[what] as OddServer['answers'][string];
    expect(refusalOf(await runApi())).toMatchObject({ code: 'service_error', reason: 'service_failed' });
  });

  async function runApi() {
    const service = `api-${connected++}`;
    const document = JSON.stringify({ openapi: '3.1.0', paths: { '/run': { get: { operationId: 'run' } } } });
    const connection = { service, name: service, kind: 'openapi', visibility: 'organization', document, baseUrl: server.origin };
    await world.as(world.owner, 'add_connection', connection);
    return await world.run(`${service}__run`);
  }

  it.each(['chemical/x-pdb; strange', 'nonsense', 'a/b/c', 'TEXT/X-ODD', '"quoted"'])(
    'but %s is only an unusual type, and passed on',
    async (type) => {
      server.answers['GET /run'] = (response) => void response.writeHead(200, { 'content-type': type }).end('bytes');
      const { content } = resultOf(await runApi());
      const mimeType = type.split(';')[0]?.toLowerCase();
      expect(content).toEqual([
        mimeType?.startsWith('text/')
          ? { type: 'text', text: 'bytes' }
          : { type: 'resource', resource: { uri: `${server.origin}/run`, mimeType, blob: Buffer.from('bytes').toString('base64') } },
      ]);
    },
  );

  it('but items of unknown kinds are passed on unchanged, over MCP as text', async () => {
    const content = [
      { type: 'hologram', frames: [1, 2], mimeType: 'odd' },
      { type: 'image', picture: 'AAAA' },
    ];
    server.answers.odd = (response, asked) => result(response, asked, { content });
    const service = await connect();
    for (const kind of entrances) {
      await using entrance = kind.open(world as unknown as World);
      const reply = await entrance.call('execute_service_tool', { toolSlug: `${service}__odd` }, { key: world.writeKey });
      expect({ through: kind.name, code: reply.code, value: reply.value }).toEqual({
        through: kind.name,
        code: 'ok',
        value: { content: kind === httpEntrance ? content : content.map((item) => ({ type: 'text', text: JSON.stringify(item) })) },
      });
    }
  });
});
