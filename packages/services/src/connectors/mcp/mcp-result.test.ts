import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../kernel/redact.ts';
import { passOn, readResult } from './mcp-result.ts';

const redactor = createRedactor([]);
const resultOf = (text: string) => ({ content: [{ type: 'text', text }] });
const frame = Buffer.byteLength(JSON.stringify(resultOf('')));

describe('the largest result', () => {
  it.each(['x', 'ü', '好', '😀'])('is counted in bytes, made of %j', (character) => {
    const room = Buffer.byteLength(character) * 100;
    const fits = resultOf(character.repeat(100));
    expect(passOn(fits, redactor, frame + room)).toEqual(fits);
    expect(() => passOn(fits, redactor, frame + room - 1)).toThrow('a result of more than');
  });
});

describe('the result of a tool', () => {
  const text = [{ type: 'text', text: 'a' }];

  it.each([
    [{}, { content: [] }],
    [{ content: text, isError: false }, { content: text }],
    [{ structuredContent: { a: 1 } }, { structuredContent: { a: 1 } }],
    [
      { content: [{ type: 'new' }], structuredContent: { a: 1 } },
      { content: [{ type: 'new' }], structuredContent: { a: 1 } },
    ],
    [{ structuredContent: [1] }, { content: [] }],
  ])('is read from %j', (result, read) => {
    expect(readResult(result, redactor)).toEqual(read);
  });

  it.each([
    undefined,
    null,
    'text',
    [],
    { content: null },
    { content: 'a' },
    { content: [{ text: 'a' }] },
    { content: [{ type: 'text', text: 1 }] },
  ])('is refused as invalid if it is %j', (result) => {
    expect(() => readResult(result, redactor)).toThrow('does not conform to MCP');
  });

  it('is a failure with the message of the tool, if the tool reports one', () => {
    expect(() => readResult({ content: [...text, { type: 'image' }], isError: true }, redactor)).toThrow(/: .*a \(image\)/);
    expect(() => readResult({ isError: true }, redactor)).toThrow(': nothing');
  });
});
