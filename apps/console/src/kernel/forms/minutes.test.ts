import { expect, it } from 'vitest';
import { readMinute, sayMinute } from './minutes.ts';

it('reads a whole minute, from its first millisecond to its last', () => {
  const at = new Date(2026, 10, 25, 21, 30, 45, 678).getTime();
  expect(sayMinute(at)).toBe('2026-11-25T21:30');
  const minute = readMinute(sayMinute(at));
  expect(minute).toEqual({ from: at - 45_678, to: at - 45_678 + 59_999 });
});

it.each(['', '2026-11-25', '2026-13-45T99:99', '1900-01-01T00:00'])('reads no minute from %j', (text) => {
  expect(readMinute(text)).toBeUndefined();
});
