import { open } from 'node:fs/promises';

/** Maximum time span of commits that a power cut can lose, if they did not wait for the disk. */
const withinMs = 1000;

export interface LaterSync {
  /** Call after each commit. `isOnDisk` is true if it waited for the disk; then all earlier commits are on disk too. */
  committed(isOnDisk: boolean): void;
  close(): void;
}

/** Writes commits to disk within a second if they did not wait for it, off the event loop. // D14.1 */
export function syncLater(file: string): LaterSync {
  let timer: NodeJS.Timeout | undefined;

  async function sync(): Promise<void> {
    timer = undefined;
    const log = await open(`${file}-wal`);
    try {
      await log.datasync();
    } finally {
      await log.close();
    }
  }

  return {
    committed(isOnDisk) {
      if (isOnDisk) {
        clearTimeout(timer);
        timer = undefined;
      } else {
        // The next change reports a failing disk or a missing log.
        timer ??= setTimeout(() => void sync().catch(() => undefined), withinMs).unref();
      }
    },
    close() {
      clearTimeout(timer);
    },
  };
}
