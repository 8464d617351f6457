import { describe, expect, it } from 'vitest';
import { readRange } from './range.ts';

const whole = { kind: 'whole' };
const part = (start: number, end: number) => ({ kind: 'part', start, end });
const unsatisfiable = { kind: 'unsatisfiable' };

describe('a Range of a file of 10 bytes', () => {
  it.each([
    [undefined, whole],
    ['bytes=0-3', part(0, 4)],
    ['bytes=0-0', part(0, 1)],
    ['bytes=4-', part(4, 10)],
    ['bytes=4-99', part(4, 10)],
    ['bytes= 4 - 5', part(4, 6)],
    ['bytes=-3', part(7, 10)],
    ['bytes=-99', part(0, 10)],
    ['bytes=10-', unsatisfiable],
    ['bytes=99-100', unsatisfiable],
    ['bytes=-0', unsatisfiable],
    ['bytes=5-4', whole],
    ['bytes=-', whole],
    ['bytes=0-1,4-5', whole],
    ['lines=0-1', whole],
    ['bytes=a-b', whole],
    [`bytes=${'9'.repeat(100)}-`, whole],
  ])('reads %s', (header, range) => {
    expect(readRange(header, 10)).toEqual(range);
  });

  it('has no part of an empty file', () => {
    expect(readRange('bytes=0-', 0)).toEqual(unsatisfiable);
    expect(readRange(undefined, 0)).toEqual(whole);
  });
});
