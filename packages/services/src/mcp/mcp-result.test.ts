import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redact.ts';
import { passOn } from './mcp-result.ts';

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
