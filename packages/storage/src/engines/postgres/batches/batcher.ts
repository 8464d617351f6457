export interface Batcher<T> {
  add(item: T): void;
  /** Resolves when nothing is waiting. */
  idle(): Promise<void>;
}

/**
 * Gathers the requests of one event-loop turn and handles them with one statement. While `atOnce` batches are running, new items gather, so
 * a slow database gets fewer and larger statements. `handle` must not reject: it reports the outcome to each item.
 */
export function createBatcher<T>(atOnce: number, handle: (items: T[]) => Promise<void>): Batcher<T> {
  let gathered: T[] = [];
  let armed = false;
  let underWay = 0;
  const waiting: (() => void)[] = [];

  function arm(): void {
    if (armed || underWay === atOnce || gathered.length === 0) return;
    armed = true;
    setImmediate(flush);
  }

  async function flush(): Promise<void> {
    const items = gathered;
    gathered = [];
    armed = false;
    underWay++;
    await handle(items);
    underWay--;
    arm();
    if (!armed && underWay === 0) for (const resolve of waiting.splice(0)) resolve();
  }

  return {
    add(item) {
      gathered.push(item);
      arm();
    },
    idle: () => (armed || underWay > 0 ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
  };
}
