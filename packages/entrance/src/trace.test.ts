import { describe, expect, it } from 'vitest';
import { readTraceparent } from './trace.ts';

const id = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

describe('the trace of a call (D14)', () => {
  it.each([`00-${id}-${parent}-01`, `01-${id}-${parent}-01-and-more`])('is read from %s', (header) => {
    expect(readTraceparent(header)).toBe(header);
  });

  it.each([
    undefined,
    5,
    '',
    id,
    `ff-${id}-${parent}-01`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${id}-${'0'.repeat(16)}-01`,
    `00-${id.toUpperCase()}-${parent}-01`,
    `00-${id}-${parent}-01-more`,
    `00-${id}-${parent}-01,00-${id}-${parent}-01`,
    `01-${id}-${parent}-01${'-more'.repeat(100)}`,
  ])('is not in %s', (header) => {
    expect(readTraceparent(header)).toBeUndefined();
  });
});
