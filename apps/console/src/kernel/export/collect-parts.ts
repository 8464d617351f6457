import { minuteMs } from '@gatehouse/domain';
import { CallError } from '../calls/call.ts';

/** A part of a file, and where the next one begins. */
export interface Part {
  text: string;
  rows: number;
  nextCursor: string | null;
}

export interface CollectOptions {
  /** Asks for a part; without a cursor for the first one. */
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<Part>;
  signal: AbortSignal;
  /** Told how many rows there are so far, after each part. */
  onRows: (rows: number) => void;
}

/** So long a part is asked for again while the gateway does not answer. */
const maxPatienceMs = 2 * minuteMs;
const maxPauseMs = 10_000;

/**
 * All parts of a file, one behind the other. Each is given to the browser as it comes, which keeps it outside the page's memory, on disk where
 * there is much of it. Rejects when a part cannot be had: what came before it is no file.
 */
export async function collectParts({ ask, signal, onRows }: CollectOptions): Promise<Blob[]> {
  const parts: Blob[] = [];
  let rows = 0;
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const at: string | undefined = cursor;
    const part: Part = await askPatiently(() => ask(at, signal), signal);
    parts.push(new Blob([part.text]));
    rows += part.rows;
    onRows(rows);
    cursor = part.nextCursor;
  }
  return parts;
}

/** A large file takes more calls than a session has in a minute, and longer than a connection lasts: it goes on at the same part. */
async function askPatiently(ask: () => Promise<Part>, signal: AbortSignal): Promise<Part> {
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

/** How long to wait after an error; undefined for one that stays. */
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
