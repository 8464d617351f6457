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

/** All parts of a file, one behind the other. */
export async function collectParts({ ask, signal, onRows }: CollectOptions): Promise<string[]> {
  const texts: string[] = [];
  let rows = 0;
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const at: string | undefined = cursor;
    const part: Part = await askPatiently(() => ask(at, signal), signal);
    texts.push(part.text);
    rows += part.rows;
    onRows(rows);
    cursor = part.nextCursor;
  }
  return texts;
}

/** A large file takes more calls than a session has in a minute. */
async function askPatiently(ask: () => Promise<Part>, signal: AbortSignal): Promise<Part> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'rate_limited') throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 1) * 1000));
      signal.throwIfAborted();
    }
  }
}
