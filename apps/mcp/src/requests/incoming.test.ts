import { describe, expect, it } from 'vitest';
import { MalformedMessage, readIncoming } from './incoming.ts';

const read = (value: unknown) => readIncoming(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
const call = (input: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'read_doc', arguments: input },
});

function fault(work: () => unknown): MalformedMessage {
  try {
    work();
  } catch (error) {
    if (error instanceof MalformedMessage) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('readIncoming', () => {
  it('keeps the arguments of a call separate from the message', () => {
    const { body, given } = read(call({ docId: 'ä' }));
    expect(body).toEqual({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_doc' } });
    expect(given.get(1)?.read()).toEqual({ docId: 'ä' });
    expect(given.get(1)?.bytes).toBe(14);
  });

  it.each([
    [undefined, ['protocolVersion', 'capabilities', 'clientInfo']],
    [{ protocolVersion: '2025-11-25', capabilities: {} }, ['clientInfo']],
    [{ protocolVersion: '2025-11-25', clientInfo: { name: 'a', version: '1' } }, ['capabilities']],
    [{ capabilities: {}, clientInfo: { name: 'a' } }, ['protocolVersion', 'clientInfo']],
    [{ protocolVersion: '2025-11-25', capabilities: { roots: 5 }, clientInfo: { name: 'a', version: '1' } }, ['capabilities']],
  ])('names the missing parts of an initialize with %j in one sentence', (params, missing) => {
    const refused = fault(() => read({ jsonrpc: '2.0', id: 'x', method: 'initialize', params }));
    expect(refused).toMatchObject({ code: -32602, id: 'x' });
    expect([...refused.message.matchAll(/"(protocolVersion|capabilities|clientInfo)"/g)].map(([, name]) => name)).toEqual(missing);
  });

  it('leaves an initialize of a revision without that method to the SDK, which refuses it', () => {
    const params = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    expect(read({ jsonrpc: '2.0', id: 1, method: 'initialize', params }).body).toMatchObject({ method: 'initialize' });
  });

  it('keeps a __proto__ for the pipeline to refuse (D3)', () => {
    const { given } = read('{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"x","arguments":{"__proto__":{}}}}');
    expect(Object.keys(given.get('a')?.read() as object)).toEqual(['__proto__']);
  });

  it('leaves arguments that are null or absent for the pipeline to read (D2)', () => {
    const given = [undefined, null].map((input) => read(call(input)).given.get(1));
    expect(given.map((args) => [args?.read(), args?.bytes])).toEqual([
      [undefined, 0],
      [null, 4],
    ]);
  });

  it('distinguishes the calls of a batch by id, 1 from "1"', () => {
    const { given } = read([call({ a: 1 }, 1), call({ a: 2 }, '1')]);
    expect([given.get(1)?.read(), given.get('1')?.read()]).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('refuses a batch that asks for more than four lists (D51.1)', () => {
    const lists = (count: number) => Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
    expect(read([...lists(4), call({}, 'a')]).given.size).toBe(1);
    expect(() => read([...lists(5), call({}, 'a')])).toThrow(
      expect.objectContaining({ code: -32600, message: expect.stringContaining('4 lists') }),
    );
  });

  it('keeps arguments that are nested too deep, to a depth at which the pipeline refuses them (D3)', () => {
    const text = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const depthOf = (value: unknown): number => (Array.isArray(value) ? 1 + Math.max(0, ...value.map(depthOf)) : 0);
    const message = (depth: number) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":${text(depth)}}}`;
    const found = [64, 65, 1_000_000].map((depth) =>
      [message(depth), `[${message(depth)}]`].map((body) => depthOf(read(body).given.get(1)?.read())),
    );
    expect(found).toEqual([
      [64, 64],
      [65, 65],
      [66, 65],
    ]);
  });

  it.each([
    ['', -32700],
    ['{', -32700],
    ['\uFEFF{}', -32700],
    [[call({}), call({})], -32600],
    [{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown }, -32600],
  ])('answers %j with the protocol’s error', (body, code) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code }));
  });

  it('answers invalid UTF-8 with the protocol’s error', () => {
    expect(() => readIncoming(Buffer.from([0x22, 0xc3, 0x22]))).toThrow(MalformedMessage);
  });
});
