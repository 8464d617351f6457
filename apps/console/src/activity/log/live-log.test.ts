import { describe, expect, it } from 'vitest';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';
import { emptyLog, heardChange, heldRows, type LiveLog, wholeRows } from './live-log.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id }) as LoggedCall);
const heard = (log: LiveLog, now: number, ...ids: number[]) => heardChange(log, { kind: 'rows', rows: rows(...ids) }, now);
const idsOf = (found: readonly LoggedCall[] | undefined) => found?.map(({ id }) => id);

describe('the live log', () => {
  it('has each call once, newest first, for any order of commits', () => {
    const log = heard(heard(emptyLog(0), 5, 4, 6), 6, 5);
    expect(idsOf(wholeRows({ rows: rows(4, 3, 2), askedAt: 3 }, log))).toEqual([6, 5, 4, 3, 2]);
  });

  it.each(['opened', 'skipped'] as const)('is not added to an answer from before calls were missed (%s)', (kind) => {
    const before = heard(emptyLog(0), 5, 4);
    const change = kind === 'opened' ? ({ kind } as const) : ({ kind, count: 3 } as const);
    const log = heard(heardChange(before, change, 10), 11, 9);
    expect(wholeRows({ rows: rows(3), askedAt: 3 }, log)).toBeUndefined();
    expect(idsOf(wholeRows({ rows: rows(8, 7, 4, 3), askedAt: 10 }, log))).toEqual([9, 8, 7, 4, 3]);
  });

  it('requires older rows to be loaded again when it drops some, but not with each later call', () => {
    let log = emptyLog(0);
    for (let id = 1; id <= 2001; id++) log = heard(log, id, id);
    expect([log.count, log.wholeFrom]).toEqual([1000, 1001]);
    expect(wholeRows({ rows: [], askedAt: 1000 }, log)).toBeUndefined();
    for (let id = 2002; id <= 3000; id++) log = heard(log, id, id);
    expect([log.count, log.wholeFrom]).toEqual([1999, 1001]);
    expect(idsOf(wholeRows({ rows: rows(1001), askedAt: 1001 }, log))?.length).toBe(2000);
  });

  it('keeps rows in place while a person reads them, and adds older ones below', () => {
    const held = rows(9, 7, 6);
    expect(heldRows(rows(11, 10, 9, 8, 7, 6, 5), held)).toEqual({ shown: rows(9, 7, 6, 5), waiting: 3 });
    expect(heldRows(rows(2), [])).toEqual({ shown: rows(2), waiting: 0 });
  });
});
