import type { Activity, Op, Store } from '@gatehouse/storage';
import { describe, expect, it } from 'vitest';
import { followLog } from './followed-log.ts';

/** A log that holds what a test put in; no query leaves the process. */
function logOf(dialect: Store['dialect'], ids: number[]): Store {
  const activity = {
    *list({ afterId, limit }: { afterId?: number; limit: number }): Op<Activity[]> {
      const sorted = ids.toSorted((left, right) => left - right);
      const found = afterId === undefined ? sorted.slice(-1) : sorted.filter((id) => id > afterId).slice(0, limit);
      return found.map((id) => ({ id }) as Activity);
    },
  };
  return { dialect, activity } as unknown as Store;
}

function run<T>(program: Op<T>): T {
  return program.next().value as T;
}

const idsOf = (rows: Activity[]) => rows.map(({ id }) => id);

describe('followLog', () => {
  it('gives every row after the newest once, however many there are', () => {
    const ids = [5];
    const log = run(followLog(logOf('sqlite', ids), 'org'));
    const added = Array.from({ length: 2500 }, (_, index) => 6 + index);
    ids.push(...added);
    expect(idsOf(run(log.news()))).toEqual(added);
    expect(idsOf(run(log.news()))).toEqual([]);
  });

  it('gives a row too that commits after later ones, where writers are concurrent', () => {
    const ids = [1];
    const log = run(followLog(logOf('postgres', ids), 'org'));
    ids.push(3);
    expect(idsOf(run(log.news()))).toEqual([3]);
    ids.push(2);
    expect(idsOf(run(log.news()))).toEqual([2]);
    for (let read = 0; read < 10; read++) expect(idsOf(run(log.news()))).toEqual([]);
  });
});
