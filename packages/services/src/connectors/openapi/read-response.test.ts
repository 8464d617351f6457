import type { ToolDefinition } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { headersOf, wholeAnswer } from '../../net/answer.ts';
import { bindingOf, readOperations } from './operations.ts';
import { readDocument } from './read-document.ts';
import { readResponse } from './read-response.ts';

const answer = (headers: Record<string, string | string[]>, body: Buffer | string = '') =>
  wholeAnswer({ status: 200, statusText: '', headers: headersOf(headers) }, Buffer.from(body));
const read = (headers: Record<string, string | string[]>, body?: Buffer | string, declared?: string[]) =>
  readResponse(answer(headers, body), 'https://api.test/x', declared);

describe('the text of an answer', () => {
  it.each([
    ['text/csv; charset=iso-8859-1', Buffer.from('caf\xe9', 'latin1'), 'café'],
    ['text/plain; charset="windows-1252"', Buffer.from([0x80]), '€'],
    ['text/plain;charset=Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
    ['application/xml; charset=utf-16le', Buffer.from('<ü/>', 'utf16le'), '<ü/>'],
    ['text/plain; charset=UTF-8', Buffer.from('ü'), 'ü'],
    ['text/plain', Buffer.from('ü'), 'ü'],
    ['application/json-seq', Buffer.from('\u001e{}\n'), '\u001e{}\n'],
    ['text/plain; charset=nobody-knows', Buffer.from('ü'), 'ü'],
    ['text/plain; charset=', Buffer.from('ü'), 'ü'],
  ])('of the type %s is read in its character set', async (type, body, text) => {
    expect(await read({ 'content-type': type }, body)).toEqual({ content: [{ type: 'text', text }] });
  });

  it('is read in its character set if it is JSON, too', async () => {
    const body = Buffer.from('{"name":"café"}', 'latin1');
    expect((await read({ 'content-type': 'application/json; charset=iso-8859-1' }, body)).structuredContent).toEqual({ name: 'café' });
  });

  it('is read in its character set if it explains a failed call', async () => {
    expect(await answer({ 'content-type': 'text/plain; charset=latin1' }, Buffer.from('caf\xe9', 'latin1')).text()).toBe('café');
  });
});

describe('the headers of an answer', () => {
  it('are in the result if they name the address, the version or the next page', async () => {
    const headers = { location: '/x/7', link: '</x?page=2>; rel="next"', etag: '"v1"', 'x-total-count': '12', 'retry-after': '5' };
    expect(await read({ ...headers, 'x-request-id': 'r', date: 'today', server: 's' })).toMatchObject({ headers });
  });

  it('are absent if the answer has none of them', async () => {
    expect(await read({ 'x-request-id': 'r' })).toEqual({ content: [{ type: 'text', text: 'HTTP 200' }] });
  });

  it('are in the result if the document declares them, and never if they are credentials', async () => {
    const operation = {
      responses: {
        200: { headers: { 'X-RateLimit-Remaining': {}, 'Set-Cookie': {}, 'bad name': {} } },
        default: { $ref: '#/components/responses/any' },
        '2XX': { $ref: 'https://elsewhere.test/responses.json' },
        404: { headers: { 'X-Missing': {} } },
      },
    };
    const document = {
      openapi: '3.1.0',
      paths: { '/x': { get: operation } },
      components: { responses: { any: { headers: { 'X-Any': {} } } } },
    };
    const [tool] = readOperations(readDocument(JSON.stringify(document)));
    const declared = bindingOf(tool as ToolDefinition).resultHeaders;
    expect(declared).toEqual(['x-ratelimit-remaining', 'x-any']);
    const answered = { 'x-ratelimit-remaining': '7', 'set-cookie': ['session=secret'], 'x-any': 'a', 'x-missing': 'm' };
    expect(await read(answered, '', declared)).toMatchObject({ headers: { 'x-ratelimit-remaining': '7', 'x-any': 'a' } });
    expect(JSON.stringify(await read(answered, '', declared))).not.toContain('session');
  });

  it('are left out if they are too long, alone or together', async () => {
    const long = 'x'.repeat(4097);
    expect((await read({ location: long, etag: '"v1"' })).headers).toEqual({ etag: '"v1"' });
    const names = Array.from({ length: 20 }, (_, at) => `x-${at}`);
    const many = Object.fromEntries(names.map((name) => [name, 'y'.repeat(1000)]));
    expect(Object.keys((await read(many, '', names)).headers ?? {})).toHaveLength(8);
  });
});
