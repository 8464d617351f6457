import { askPatiently } from '../calls/ask-patiently.ts';

/** Part of a file, and the position of the next one. */
export interface Part {
  text: string;
  rows: number;
  nextCursor: string | null;
}

export interface CollectOptions {
  /** Asks for a part; without a cursor for the first one. */
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<Part>;
  signal: AbortSignal;
  /** Called after each part with the number of rows so far. */
  onRows: (rows: number) => void;
}

/**
 * Collects all parts of a file in order. Each part becomes a Blob, which the browser keeps outside of the page's memory. Rejects if a part
 * is missing, because an incomplete file is useless.
 */
export async function collectParts({ ask, signal, onRows }: CollectOptions): Promise<Blob[]> {
  const parts: Blob[] = [];
  let rows = 0;
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const at: string | undefined = cursor;
    // A large file takes more calls than a session has in a minute, and can outlast a connection, so each part is repeated patiently.
    const part: Part = await askPatiently(() => ask(at, signal), signal);
    parts.push(new Blob([part.text]));
    rows += part.rows;
    onRows(rows);
    cursor = part.nextCursor;
  }
  return parts;
}
