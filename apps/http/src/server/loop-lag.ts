const beatMs = 100;
const windowMs = 10_000;

export interface LoopLag {
  /** Total lateness of timers in the last ten seconds, up to now. Milliseconds. */
  recentMs(): number;
  stop(): void;
}

/** Measures the delay of timers. While a process is busy, input lies unread although its sender was in time. */
export function watchLoopLag(): LoopLag {
  const late: { at: number; ms: number }[] = [];
  let expected = performance.now() + beatMs;

  function lateNow(): number {
    return Math.max(0, performance.now() - expected);
  }

  const timer = setInterval(() => {
    const ms = lateNow();
    const at = performance.now();
    if (ms > beatMs) late.push({ at, ms });
    while (late[0] !== undefined && late[0].at < at - windowMs) late.shift();
    expected = at + beatMs;
  }, beatMs).unref();

  return {
    recentMs: () => late.reduce((sum, { ms }) => sum + ms, lateNow()),
    stop: () => clearInterval(timer),
  };
}
