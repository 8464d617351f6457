/** A change is likely followed by others of the same item: the index waits until nothing was noted for so long. */
const quietMs = 300;
/** And no longer than so many times in a row, so that an item that is edited all the time does not keep the others waiting. */
const maxDelays = 10;
const pauseMs = 20;
/** Another process may have noted something, and stopped before it was indexed. */
const lookMs = 5000;

export interface LaterIndexing {
  /** Something was noted. */
  noted(): void;
  /** Resolves when nothing runs any more. */
  close(): Promise<void>;
}

/**
 * Brings the index of search up to date behind the calls. `catchUp` runs a transaction and resolves to whether there is more to do;
 * faults of it are left to the next try, because the list is kept until then.
 */
export function indexLater({ isBehind, catchUp }: { isBehind: () => boolean; catchUp: () => Promise<boolean> }): LaterIndexing {
  let timer: NodeJS.Timeout | undefined;
  let delays = 0;
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();

  function plan(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(work, ms).unref();
  }

  async function work(): Promise<void> {
    delays = 0;
    const caughtUp = catchUpIfBehind().catch(() => false);
    running = caughtUp;
    const hasMore = await caughtUp;
    if (!isClosed && delays === 0) plan(hasMore ? pauseMs : lookMs);
  }

  /** Looking can fail as writing can: a database that is damaged or full must not end the process from behind the calls. */
  async function catchUpIfBehind(): Promise<boolean> {
    return isBehind() && (await catchUp());
  }

  plan(lookMs);
  return {
    noted() {
      if (isClosed || delays >= maxDelays) return;
      delays++;
      plan(quietMs);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
