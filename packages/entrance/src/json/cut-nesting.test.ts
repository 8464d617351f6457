import { describe, expect, it } from 'vitest';
import { isNestedTooDeep } from './json-nesting.ts';

const isTooDeep = (text: string) => isNestedTooDeep(Buffer.from(text));
const arrays = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth);

describe('nesting of JSON (D3)', () => {
  it('may have 64 levels of arrays, objects or both', () => {
    expect([arrays(64), objects(64), arrays(32, objects(32))].map(isTooDeep)).toEqual([false, false, false]);
    expect([arrays(65), objects(65), arrays(32, objects(33)), '['.repeat(1_000_000)].map(isTooDeep)).toEqual([true, true, true, true]);
  });

  it('counts what is open at once, not brackets', () => {
    expect(isTooDeep(`[${'[],{},'.repeat(1000)}1]`)).toBe(false);
  });

  it.each([1, 63, 64, 65, 66, 200])('does not count brackets in a string that an escaped quote follows after %i characters', (length) => {
    const padding = 'x'.repeat(length);
    for (const escaped of ['\\"', '\\\\\\"', '\\\\\\\\\\"']) {
      expect(isTooDeep(`["${padding}${escaped}${'['.repeat(100)}"]`)).toBe(false);
    }
    for (const ended of ['\\\\', '\\\\\\\\']) {
      expect(isTooDeep(`["${padding}${ended}",${'['.repeat(100)}`)).toBe(true);
    }
  });

  it('takes time in proportion to the body, whatever it is made of', () => {
    const size = 36 * 1024 * 1024;
    for (const piece of ['x', '\\\\', '\\"', '"', '[],', 'ü']) {
      const bytes = Buffer.from(`["${piece.repeat(size / Buffer.byteLength(piece))}"]`);
      const started = performance.now();
      isNestedTooDeep(bytes);
      expect(performance.now() - started).toBeLessThan(20_000);
    }
  });
});
