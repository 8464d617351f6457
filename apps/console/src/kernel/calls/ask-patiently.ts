import { minuteMs } from '@gatehouse/domain';
import { CallError, statedPauseMs } from './call.ts';

/** Time for which a call is repeated. */
const maxPatienceMs = 2 * minuteMs;
/** Longest pause while there is no connection. */
const maxPauseMs = 10_000;
/** Pause after the limit refused a call, if the gateway does not state one. */
const limitPauseMs = 1000;

/** Repeats a call after the calls of a minute were used up, and while there is no connection. */
export async function askPatiently<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  let waitedMs = 0;
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      const pauseMs = pauseAfter(error, tries);
      if (pauseMs === undefined || waitedMs >= maxPatienceMs) throw error;
      waitedMs += pauseMs;
      await pause(pauseMs, signal);
    }
  }
}

/** Pause after an error. Undefined for permanent errors. */
function pauseAfter(error: unknown, tries: number): number | undefined {
  if (!(error instanceof CallError)) return undefined;
  if (error.code === 'offline') return Math.min(maxPauseMs, 500 * 2 ** tries);
  return statedPauseMs(error) ?? (error.code === 'rate_limited' ? limitPauseMs : undefined);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
