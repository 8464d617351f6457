import { describe, expect, it } from 'vitest';
import type { BackupSeries } from './backup-series.ts';
import { backupName, timeOf } from './backup-series.ts';
import { type KeepBackupsOptions, keepBackups } from './keep-backups.ts';

const hourMs = 60 * 60 * 1000;

/** A series in memory. A test decides how its next backups fail. */
function seriesOf(names: string[], faults: string[] = []): BackupSeries & { names: string[] } {
  return {
    names,
    place: 'memory',
    list: async () => [...names].sort(),
    async save(_database, name) {
      const fault = faults.shift();
      if (fault !== undefined) throw new Error(fault);
      names.push(name);
      return { sizeBytes: 1 };
    },
    async remove(name) {
      names.splice(names.indexOf(name), 1);
    },
  };
}

/** Runs until this many messages were reported. */
async function run(options: Pick<KeepBackupsOptions, 'series' | 'everyMs' | 'keep'>, things: number): Promise<string[]> {
  const stopping = new AbortController();
  const told: string[] = [];
  const tell = (thing: string) => {
    told.push(thing);
    if (told.length === things) stopping.abort();
  };
  await keepBackups({
    ...options,
    database: 'gatehouse.db',
    signal: stopping.signal,
    saved: ({ removed }) => tell(`saved, ${removed.length} removed`),
    failed: ({ message }) => tell(message),
  });
  return told;
}

describe('backups on an interval (D71)', () => {
  it('are named by their time', () => {
    const at = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
    expect(backupName(at)).toBe('gatehouse-20260102T030405.006Z.db');
    expect(timeOf(backupName(at))).toBe(at);
  });

  it('are made repeatedly, and only the configured number is kept', async () => {
    const series = seriesOf([]);
    expect(await run({ series, everyMs: 5, keep: 2 }, 4)).toEqual([
      'saved, 0 removed',
      'saved, 0 removed',
      'saved, 1 removed',
      'saved, 1 removed',
    ]);
    expect(series.names).toHaveLength(2);
  });

  it('are tried again after a failure, which removes no older backup', async () => {
    const old = [3, 2, 1].map((hours) => backupName(Date.now() - hours * hourMs));
    const series = seriesOf([...old], ['the disk is full']);
    expect(await run({ series, everyMs: 5, keep: 1 }, 1)).toEqual(['the disk is full']);
    expect(series.names).toEqual(old);
    expect(await run({ series, everyMs: 5, keep: 1 }, 1)).toEqual(['saved, 3 removed']);
  });

  it('wait until they are due, even after a restart', async () => {
    const newest = backupName(Date.now() - hourMs);
    const series = seriesOf([newest]);
    const stopping = new AbortController();
    const running = keepBackups({
      series: { ...series, list: () => series.list().finally(() => setImmediate(() => stopping.abort())) },
      database: 'gatehouse.db',
      everyMs: 2 * hourMs,
      keep: 1,
      signal: stopping.signal,
      saved: () => expect.unreachable(),
      failed: () => expect.unreachable(),
    });
    await running;
    expect(series.names).toEqual([newest]);
  });
});
