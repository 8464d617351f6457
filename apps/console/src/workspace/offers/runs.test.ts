import { runGapMs } from '@gatehouse/domain';
import { expect, it } from 'vitest';
import { runsOf } from './runs.ts';

const call = (at: number, tool = 'edit_doc', outcome = 'ok') => ({ at, tool, outcome });

it('begins a new run after a pause of more than ten minutes, and counts the calls that changed something', () => {
  const calls = [
    call(9 * runGapMs),
    call(8 * runGapMs, 'read_doc'),
    call(7 * runGapMs, 'create_doc'),
    call(5 * runGapMs),
    call(0, 'search'),
  ];
  expect(runsOf(calls, false)).toEqual([
    { since: 7 * runGapMs, until: 9 * runGapMs, changes: 2 },
    { since: 5 * runGapMs, until: 5 * runGapMs, changes: 1 },
  ]);
});

it('ignores refused calls, and leaves out runs that changed nothing', () => {
  expect(runsOf([call(7), call(6, 'edit_doc', 'forbidden')], false)).toEqual([{ since: 6, until: 7, changes: 1 }]);
  expect(runsOf([call(7, 'edit_doc', 'forbidden'), call(6, 'search')], false)).toEqual([]);
});

it('leaves out the earliest run if it may have begun before the loaded calls', () => {
  expect(runsOf([call(3 * runGapMs), call(0)], true)).toEqual([{ since: 3 * runGapMs, until: 3 * runGapMs, changes: 1 }]);
  expect(runsOf([call(1), call(0)], true)).toEqual([]);
});
