import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type PlainHead, readPlainHead, readPlainMessage } from './plain-request.ts';

const usual = {
  Host: 'localhost',
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
  'Mcp-Name': 'whoami',
};
const headOf = (headers: Record<string, string>, ...more: string[]) =>
  readPlainHead({ method: 'POST', rawHeaders: [...Object.entries(headers).flat(), ...more] } as IncomingMessage);
const modern = headOf(usual) as PlainHead;
const envelope = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
const callOf = (_meta: object | undefined, more: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'whoami', _meta },
  ...more,
});

describe('a head', () => {
  it('is plain with the headers that clients usually send', () => {
    expect(modern).toMatchObject({ host: 'localhost', 'mcp-name': 'whoami' });
  });

  it.each([
    ['an Origin', { ...usual, Origin: 'http://localhost' }],
    ['a Content-Encoding', { ...usual, 'Content-Encoding': 'identity' }],
    ['another type of body', { ...usual, 'Content-Type': 'text/plain' }],
    ['one kind of answer only', { ...usual, Accept: 'application/json' }],
    ['no Host', { ...usual, Host: undefined as never }],
  ])('is left to the SDK with %s', (_what, headers) => {
    expect(headOf(JSON.parse(JSON.stringify(headers)))).toBeUndefined();
  });

  it('is left to the SDK if it repeats a header', () => {
    expect(headOf(usual, 'mcp-name', 'whoami')).toBeUndefined();
  });
});

describe('a message', () => {
  it('is plain in both eras', () => {
    expect(readPlainMessage(modern, callOf(envelope))).toMatchObject({ era: 'modern', id: 1, tool: 'whoami' });
    const { 'mcp-protocol-version': _, ...older } = modern;
    expect(readPlainMessage(older, callOf(undefined))).toMatchObject({ era: 'legacy', id: 1, tool: 'whoami' });
  });

  it('is left to the SDK if its client information is unusual, even after a message without any', () => {
    expect(readPlainMessage(modern, callOf(envelope))).toBeDefined();
    for (const info of [null, {}, 'x']) {
      expect(readPlainMessage(modern, callOf({ ...envelope, 'io.modelcontextprotocol/clientInfo': info }))).toBeUndefined();
    }
  });

  it.each([
    ['asks for progress', callOf({ ...envelope, progressToken: 1 })],
    ['has an id of another type', callOf(envelope, { id: 1.5 })],
    ['is a batch', [callOf(envelope)]],
    ['has more keys', callOf(envelope, { extra: 1 })],
    ['names another revision', callOf({ ...envelope, 'io.modelcontextprotocol/protocolVersion': '2025-11-25' })],
    ['calls another tool than its head', callOf(envelope, { params: { name: 'search', _meta: envelope } })],
    ['is of another method than its head', callOf(envelope, { method: 'tools/list', params: { _meta: envelope } })],
  ])('is left to the SDK if it %s', (_what, body) => {
    expect(readPlainMessage(modern, body)).toBeUndefined();
  });
});
