import { stripVTControlCharacters } from 'node:util';
import { spellHiddenCharacters, utcTime } from '@gatehouse/domain';
import { createLogger } from '../configuration/logger.ts';
import { describeFault } from '../kernel/faults.ts';
import { asTyped } from './as-typed.ts';

/** Result of a command: the value for programs, and the text for people, which is built only if it is shown. */
export interface Result {
  value: unknown;
  text: () => string;
}

/** Prints a result. With --json, prints exactly one JSON value. */
export function show({ json }: { json?: true | undefined }, { value, text }: Result): void {
  const shown = json ? JSON.stringify(value) : text();
  if (shown) write(process.stdout, shown);
}

/** Prints a fault, and returns the exit code. */
export function showFault(error: unknown, json: boolean): number {
  const { code, reason, exitCode, ...fault } = describeFault(error);
  const message = asTyped(fault.message);
  if (json) write(process.stdout, JSON.stringify({ error: { code, message, ...(reason && { reason }) } }));
  else write(process.stderr, `gatehouse: ${message}`);
  if (process.env.GATEHOUSE_LOG === 'debug') createLogger('debug').fault('the command failed', error);
  return exitCode;
}

/** Formats rows under their headings, in aligned columns. Returns `empty` without rows. */
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

/** Formats a time for people, in UTC. */
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

/**
 * Removes control characters, and spells out other hidden ones. Names come from other people, and must not move the cursor, change colours
 * or look like other names.
 */
export function printable(text: string): string {
  return spellHiddenCharacters(stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, ' '));
}

/** Ends the process quietly if the reader of a pipe has left, as in `gatehouse activity | head`. */
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
