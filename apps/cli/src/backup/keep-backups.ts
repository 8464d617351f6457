import { setTimeout as pause } from 'node:timers/promises';
import { minuteMs } from '@gatehouse/domain';
import { type BackupSeries, backupName, timeOf } from './backup-series.ts';

export interface KeepBackupsOptions {
  series: BackupSeries;
  database: string;
  everyMs: number;
  /** Number of backups to keep. */
  keep: number;
  /** Ends the series, after a backup under way. */
  signal: AbortSignal;
  saved(backup: { name: string; sizeBytes: number; removed: string[] }): void;
  failed(error: Error): void;
}

const retryMs = 5 * minuteMs;

/**
 * Makes a backup whenever the newest one is older than the interval. A failed backup is retried soon, and removes no older one. A restart
 * makes no additional backup. Resolves when the signal aborts.
 */
export async function keepBackups(options: KeepBackupsOptions): Promise<void> {
  const { series, everyMs, signal, failed } = options;
  while (!signal.aborted) {
    let dueMs = Math.min(everyMs, retryMs);
    try {
      const newest = (await series.list()).at(-1);
      dueMs = newest === undefined ? 0 : timeOf(newest) + everyMs - Date.now();
      if (dueMs <= 0) {
        await saveOne(options);
        dueMs = everyMs;
      }
    } catch (error) {
      failed(error instanceof Error ? error : new Error(String(error)));
      dueMs = Math.min(everyMs, retryMs);
    }
    await pause(dueMs, undefined, { signal }).catch(() => {});
  }
}

async function saveOne({ series, database, keep, saved }: KeepBackupsOptions): Promise<void> {
  const name = backupName(Date.now());
  const { sizeBytes } = await series.save(database, name);
  const removed = (await series.list()).slice(0, -keep);
  for (const old of removed) await series.remove(old);
  saved({ name, sizeBytes, removed });
}
