import { open } from 'node:fs/promises';

/** Time span of commits without a wait for the disk that a power cut can lose. */
const withinMs = 1000;

export interface LaterSync {
  /** Called after each commit. `isOnDisk` is true if it waited for the disk; then all earlier commits are on disk too. */
  committed(isOnDisk: boolean): void;
  close(): void;
}

/** Brings commits that did not wait for the disk to disk within a second, off the event loop. // D14.1 */
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
