const firstMs = 500;
const maxMs = 30_000;

/** How long to wait before a worker is started again that has failed so many times in a row: never a tight loop. */
export function restartDelayMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(maxMs, firstMs * 2 ** (failures - 1));
}
