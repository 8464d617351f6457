import { CallError, call, type InputOf, type OutputOf } from '../../calls/call.ts';
import { type ActivityFilters, type ActivityRow, isShown, isSought, toInput } from '../filters.ts';

export type Format = InputOf<'export_activity'>['format'];

export interface ExportOptions {
  orgId: string;
  filters: ActivityFilters;
  format: Format;
  signal: AbortSignal;
  /** Told how many rows there are so far, after each part. */
  onRows: (rows: number) => void;
}

/** Every row that fits the filters, part by part, as the gateway writes them: that cells are no formulas is seen to there. */
export async function exportLog({ orgId, filters, format, signal, onRows }: ExportOptions): Promise<Blob> {
  const parts: string[] = [];
  let rows = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const asked: InputOf<'export_activity'> = { ...toInput(filters), format, ...(cursor !== '' && { cursor }) };
    const part: OutputOf<'export_activity'> = await callPatiently(() => call(orgId, 'export_activity', asked, signal), signal);
    const text = format === 'jsonl' && isSought(filters) ? shownLines(part.text, filters) : part.text;
    rows += text === part.text ? part.rows : text.split('\n').length - 1;
    parts.push(text);
    onRows(rows);
    cursor = part.nextCursor;
  }
  return new Blob(parts, { type: format === 'csv' ? 'text/csv' : 'application/x-ndjson' });
}

function shownLines(text: string, filters: ActivityFilters): string {
  const lines = text.split('\n').filter((line) => line !== '' && isShown(JSON.parse(line) as ActivityRow, filters));
  return lines.map((line) => `${line}\n`).join('');
}

/** A large log takes more calls than a session has in a minute. */
async function callPatiently<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
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
