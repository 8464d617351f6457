const beatMs = 100;
const windowMs = 10_000;

export interface LoopLag {
  /** For how long, of the last ten seconds, the event loop came to no timer in time, up to this moment. In milliseconds. */
  recentMs(): number;
  stop(): void;
}

/** Watches how late timers are: while a process is busy, what has arrived lies unread, and its sender has been in time. */
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
