import { describe, expect, it } from 'vitest';
import { checkArgumentBytes, MalformedMessage, readIncoming } from './incoming.ts';

const read = (value: unknown) => readIncoming(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
const call = (input: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'read_doc', arguments: input },
});

describe('readIncoming', () => {
  it('keeps the arguments of a call apart from the message', () => {
    const { body, given } = read(call({ docId: 'ä' }));
    expect(body).toEqual({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_doc' } });
    expect(given.get(1)?.read()).toEqual({ docId: 'ä' });
    expect(given.get(1)?.bytes).toBe(14);
  });

  it('keeps a __proto__ for the pipeline to refuse (D3)', () => {
    const { given } = read('{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"x","arguments":{"__proto__":{}}}}');
    expect(Object.keys(given.get('a')?.read() as object)).toEqual(['__proto__']);
  });

  it.each([undefined, null])('takes %s for no arguments', (input) => {
    const args = read(call(input)).given.get(1);
    expect([args?.read(), args?.bytes]).toEqual([{}, 0]);
  });

  it('tells the calls of a batch apart by id, 1 from "1"', () => {
    const { given } = read([call({ a: 1 }, 1), call({ a: 2 }, '1')]);
    expect([given.get(1)?.read(), given.get('1')?.read()]).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('takes arguments of 64 levels and refuses those of 65 in the pipeline (D3)', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    expect(() =>
      read(call(nested(64)))
        .given.get(1)
        ?.read(),
    ).not.toThrow();
    expect(() =>
      read(call(nested(65)))
        .given.get(1)
        ?.read(),
    ).toThrow(expect.objectContaining({ code: 'invalid_request', reason: 'malformed_body' }));
  });

  it('refuses a million levels without falling over', () => {
    const depth = 1_000_000;
    const { given } = read(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":${'['.repeat(depth)}${']'.repeat(depth)}}}`,
    );
    expect(() => given.get(1)?.read()).toThrow(expect.objectContaining({ reason: 'malformed_body' }));
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
    expect(() => readIncoming(new Uint8Array([0x22, 0xc3, 0x22]))).toThrow(MalformedMessage);
  });
});

describe('checkArgumentBytes', () => {
  it('lets 4 MiB through, and more where a tool takes more (D17)', () => {
    const limit = 4 * 1024 * 1024;
    expect(() => checkArgumentBytes(limit)).not.toThrow();
    expect(() => checkArgumentBytes(limit + 1)).toThrow(expect.objectContaining({ reason: 'too_large' }));
    expect(() => checkArgumentBytes(limit + 1, limit * 2)).not.toThrow();
  });
});
