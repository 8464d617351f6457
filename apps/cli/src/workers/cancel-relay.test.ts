import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCancelRelay } from './cancel-relay.ts';
import type { CancelFromPrimary } from './messages.ts';

let told: CancelFromPrimary[];
beforeEach(() => {
  told = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const names = ['one', 'two', 'none'];
function openRelay() {
  const tellAll = (message: (typeof told)[number]) => {
    told.push(message);
    return 2;
  };
  return createCancelRelay({ tellAll, patienceMs: 1000 });
}

it('asks all workers, and has a call cancelled that only one has, once', () => {
  const receive = openRelay();
  receive({ kind: 'cancel_wanted', names });
  receive({ kind: 'calls', id: 1, counts: [1, 1, 0] });
  expect(told).toEqual([{ kind: 'calls_wanted', id: 1, names }]);
  receive({ kind: 'calls', id: 1, counts: [0, 1, 0] });
  expect(told.slice(1)).toEqual([{ kind: 'cancel', names: ['one'] }]);
  vi.advanceTimersByTime(1000);
  expect(told).toHaveLength(2);
});

it('goes by those that answer where a worker dies', () => {
  const receive = openRelay();
  receive({ kind: 'cancel_wanted', names });
  receive({ kind: 'calls', id: 1, counts: [1, 2, 0] });
  vi.advanceTimersByTime(1000);
  expect(told.slice(1)).toEqual([{ kind: 'cancel', names: ['one'] }]);
  receive({ kind: 'calls', id: 1, counts: [0, 1, 0] });
  expect(told).toHaveLength(2);
});

it('says nothing where no worker has such a call', () => {
  const receive = openRelay();
  receive({ kind: 'cancel_wanted', names });
  for (let answer = 0; answer < 2; answer++) receive({ kind: 'calls', id: 1, counts: [0, 0, 0] });
  expect(told).toHaveLength(1);
});
