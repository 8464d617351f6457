import { open } from 'node:fs/promises';

/** A power cut may lose so much of what was committed without waiting for the disk. */
const withinMs = 1000;

export interface LaterSync {
  /** Called after each commit. `isOnDisk` is true of one that waited for the disk: it took all earlier ones along. */
  committed(isOnDisk: boolean): void;
  close(): void;
}

/** Puts commits that didn't wait for the disk there within a second, off the event loop. // D14.1 */
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
        // A disk that fails, or a log that is gone, is reported by the next change.
        timer ??= setTimeout(() => void sync().catch(() => undefined), withinMs).unref();
      }
    },
    close() {
      clearTimeout(timer);
    },
  };
}
