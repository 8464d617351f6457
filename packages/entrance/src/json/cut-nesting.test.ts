import { describe, expect, it } from 'vitest';
import { cutNesting } from './cut-nesting.ts';

const cut = (text: string, levels = 64) => cutNesting(Buffer.from(text), levels).toString();
const isCut = (text: string) => cut(text) !== text;
const arrays = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth);

describe('cutting parts that are nested too deep (D3)', () => {
  it('leaves 64 levels of arrays, objects or both as they are', () => {
    expect([arrays(64), objects(64), arrays(32, objects(32))].map(isCut)).toEqual([false, false, false]);
    expect([arrays(65), objects(65), arrays(32, objects(33)), '['.repeat(1_000_000)].map(isCut)).toEqual([true, true, true, true]);
  });

  it('replaces each part that is too deep with a number padded to its length, so that other parts stay in place', () => {
    expect(cut('[[[1],2,[{}]],"ä",[3]]', 2)).toBe('[[0  ,2,0   ],"ä",[3]]');
    expect(cut('[[[', 2)).toBe('[[0');
    expect(cut(']]]][[1]]', 1)).toBe(']]]][[1]]');
  });

  it('returns the same buffer if nothing is too deep', () => {
    const bytes = Buffer.from(`[${'[],{},'.repeat(1000)}1]`);
    expect(cutNesting(bytes, 2)).toBe(bytes);
  });

  it('does not change the bytes it was given', () => {
    const bytes = Buffer.from('[[1]]');
    expect([cutNesting(bytes, 1).toString(), bytes.toString()]).toEqual(['[0  ]', '[[1]]']);
  });

  it.each([1, 63, 64, 65, 66, 200])('ignores brackets in a string after %i characters and an escaped quote', (length) => {
    const padding = 'x'.repeat(length);
    for (const escaped of ['\\"', '\\\\\\"', '\\\\\\\\\\"']) {
      expect(isCut(`["${padding}${escaped}${'['.repeat(100)}"]`)).toBe(false);
    }
    for (const ended of ['\\\\', '\\\\\\\\']) {
      expect(isCut(`["${padding}${ended}",${'['.repeat(100)}`)).toBe(true);
    }
  });

  it('takes time in proportion to the size of any body', () => {
    const size = 36 * 1024 * 1024;
    for (const piece of ['x', '\\\\', '\\"', '"', '[],', '[', 'ü']) {
      const bytes = Buffer.from(`["${piece.repeat(size / Buffer.byteLength(piece))}"]`);
      const started = performance.now();
      cutNesting(bytes, 64);
      expect(performance.now() - started).toBeLessThan(20_000);
    }
  });
});
