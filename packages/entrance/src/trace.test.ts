import { describe, expect, it } from 'vitest';
import { readTraceId } from './trace.ts';

const id = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

describe('the trace of a call', () => {
  it.each([`00-${id}-${parent}-01`, `01-${id}-${parent}-01-and-more`])('is read from %s', (header) => {
    expect(readTraceId(header)).toBe(id);
  });

  it.each([undefined, 5, '', id, `ff-${id}-${parent}-01`, `00-${'0'.repeat(32)}-${parent}-01`, `00-${id.toUpperCase()}-${parent}-01`])(
    'is not in %s',
    (header) => {
      expect(readTraceId(header)).toBeUndefined();
    },
  );
});
