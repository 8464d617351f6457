/** Quiet time before indexing: a change is probably followed by more changes of the same item. */
const quietMs = 300;
/** Maximum restarts of the quiet time in a row, so that a constantly edited item does not delay the others. */
const maxDelays = 10;
const pauseMs = 20;
/** Interval of checks for work that another process noted and left when it stopped. */
const lookMs = 5000;

export interface LaterIndexing {
  /** Call this after noting an item. */
  noted(): void;
  /** Resolves when no work is running. */
  close(): Promise<void>;
}

/**
 * Updates the search index in the background. `catchUp` runs a transaction and resolves to true if more remains. If it fails, the next
 * attempt repeats the work, because the list is kept until then.
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

  /**
   * Runs both inside a promise. `isBehind` can fail like a write: a damaged or full database must not end the process from the background.
   */
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
