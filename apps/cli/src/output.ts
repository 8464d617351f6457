import { stripVTControlCharacters } from 'node:util';
import { utcTime } from '@gatehouse/domain';
import { asTyped } from './as-typed.ts';
import { describeFault } from './faults.ts';
import { createLogger } from './logger.ts';

/** What a command has to say: the value for programs, and the text for people, made only when one is shown. */
export interface Result {
  value: unknown;
  text: () => string;
}

/** Prints a result: with --json exactly one JSON value and nothing else. */
export function show({ json }: { json?: true | undefined }, { value, text }: Result): void {
  const shown = json ? JSON.stringify(value) : text();
  if (shown) write(process.stdout, shown);
}

/** Prints what went wrong and returns the exit code. */
export function showFault(error: unknown, json: boolean): number {
  const { code, reason, exitCode, ...fault } = describeFault(error);
  const message = asTyped(fault.message);
  if (json) write(process.stdout, JSON.stringify({ error: { code, message, ...(reason && { reason }) } }));
  else write(process.stderr, `gatehouse: ${message}`);
  if (process.env.GATEHOUSE_LOG === 'debug') createLogger('debug').fault('the command failed', error);
  return exitCode;
}

/** Rows under their headings, in aligned columns; `empty` when there are none. */
export function table(headings: string[], rows: (string | number)[][], empty: string): string {
  if (rows.length === 0) return empty;
  const cells = [headings, ...rows.map((row) => row.map((cell) => printable(String(cell))))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A time as people read it, in UTC. */
export function when(at: number | null, precision: 'minutes' | 'seconds' = 'minutes'): string {
  return at === null ? '-' : utcTime(at, precision);
}

export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  const exponent = Math.min(3, Math.floor(Math.log2(count) / 10));
  return `${(count / 1024 ** exponent).toFixed(1)} ${['B', 'KB', 'MB', 'GB'][exponent]}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** Names were chosen by others: none of them may move the cursor or change colours. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, ' ');
}

/** A pipe whose reader has left is no fault: `gatehouse activity | head` ends quietly. */
export function endQuietlyWhenUnread(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      throw error;
    });
  }
}

function write(stream: NodeJS.WriteStream, text: string): void {
  stream.write(text.endsWith('\n') ? text : `${text}\n`);
}
