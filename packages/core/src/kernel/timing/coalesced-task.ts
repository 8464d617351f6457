/** A task that runs once for any number of triggers during a run or a rest. */
export interface CoalescedTask {
  /** Runs the task immediately, or once more after the present run and its rest. */
  trigger(): void;
  /** Stops the task. Resolves after the present run. */
  stop(): Promise<void>;
}

export interface CoalescedTaskOptions {
  run: () => Promise<void>;
  report: (error: unknown) => void;
  /**
   * Rest after each run, in milliseconds. After a longer run it rests as long as the run took, so that it never takes more than half of the
   * time.
   */
  restMs?: number;
}

export function createCoalescedTask({ run, report, restMs = 0 }: CoalescedTaskOptions): CoalescedTask {
  let triggered = false;
  let stopped = false;
  let running: Promise<void> | undefined;
  let resting: NodeJS.Timeout | undefined;

  async function runOnce(): Promise<void> {
    triggered = false;
    const started = performance.now();
    try {
      await run();
    } catch (error) {
      report(error);
    }
    running = undefined;
    if (restMs > 0) resting = setTimeout(goOn, Math.max(restMs, performance.now() - started));
    else goOn();
  }

  function goOn(): void {
    resting = undefined;
    if (triggered && !stopped) running = runOnce();
  }

  return {
    trigger() {
      triggered = true;
      if (!running && !resting) goOn();
    },
    async stop() {
      stopped = true;
      clearTimeout(resting);
      resting = undefined;
      await running;
    },
  };
}
