import { askPatiently } from '../calls/ask-patiently.ts';

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
    // A large file takes more calls than a session has in a minute, and longer than a connection lasts: it goes on at the same part.
    const part: Part = await askPatiently(() => ask(at, signal), signal);
    parts.push(new Blob([part.text]));
    rows += part.rows;
    onRows(rows);
    cursor = part.nextCursor;
  }
  return parts;
}
