import { minuteMs } from '@gatehouse/domain';
import { CallError } from './call.ts';

/** So long a call is made again while the gateway does not answer, or has no more calls for this session. */
const maxPatienceMs = 2 * minuteMs;
const maxPauseMs = 10_000;

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
  const { code, retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined || code === 'rate_limited') return (retryAfterSeconds ?? 1) * 1000;
  return code === 'offline' ? Math.min(maxPauseMs, 500 * 2 ** tries) : undefined;
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
