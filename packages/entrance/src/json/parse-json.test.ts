import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

const parse = (body: string | Buffer, levelsAround?: number) => parseJson(Buffer.from(body as string), levelsAround);
const depthOf = (value: unknown): number => (Array.isArray(value) ? 1 + Math.max(0, ...value.map(depthOf)) : 0);
const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('parsing a body (D3)', () => {
  it('returns the value of JSON in UTF-8', () => {
    expect(parse('{"a": "ü😀"}')).toEqual({ a: 'ü😀' });
    expect(Object.keys(parse('{"__proto__": 1}') as object)).toEqual(['__proto__']);
  });

  it.each([
    ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), /^the body is not valid UTF-8/],
    ['half a character at its end', Buffer.from([0x22, 0xc3]), /^the body is not valid UTF-8/],
    ['a byte order mark', '\ufeff{}', /^the body begins with a byte order mark/],
    ['no JSON', '{"a": }', /^the body is not valid JSON: line 1, column 7: expected a value, found "}"/],
    ['nothing', '', /^the body is not valid JSON: line 1, column 1: expected a value, found the end/],
    ['a million open brackets', '['.repeat(1_000_000), /^the body is not valid JSON: .* found the end/],
  ])('refuses %s and names the place', (_what, body, message) => {
    expect(() => parse(body)).toThrow(expect.objectContaining({ reason: 'malformed_body', message: expect.stringMatching(message) }));
  });

  it('cuts arguments one level below the deepest that the pipeline accepts', () => {
    expect([64, 65, 66, 1_000_000].map((depth) => depthOf(parse(arrays(depth))))).toEqual([64, 65, 65, 65]);
    expect([67, 68, 1_000_000].map((depth) => depthOf(parse(arrays(depth), 3)))).toEqual([67, 68, 68]);
  });
});
