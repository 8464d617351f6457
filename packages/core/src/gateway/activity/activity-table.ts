import type { z } from 'zod';
import type { ActivityNames } from './activity-names.ts';
import type { activityShape } from './find-activity.ts';

export const exportFormats = ['csv', 'jsonl'] as const;
type ExportFormat = (typeof exportFormats)[number];

type Row = z.input<typeof activityShape> & ActivityNames;

/** New columns come last, because programs also read CSV by position. */
const columns = [
  'id',
  'at',
  'entrance',
  'sdk',
  'client',
  'personId',
  'agentId',
  'keyId',
  'agentName',
  'tool',
  'itemType',
  'itemId',
  'outcome',
  'reason',
  'status',
  'durationMicros',
  'requestId',
  'traceId',
  'argumentBytes',
  'resultBytes',
  'count',
  'service',
  'connectionId',
  'serviceTool',
  'serviceMicros',
  'person',
  'agent',
  'key',
  'item',
] as const satisfies readonly (keyof Row)[];

/** Rows of the log as lines: JSON values, or CSV (RFC 4180) with a heading on the first line. Times in CSV are ISO 8601. */
export function activityLines(format: ExportFormat, rows: readonly Row[], isBeginning: boolean): string {
  if (format === 'jsonl') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const heading = isBeginning ? [columns.join(',')] : [];
  const lines = rows.map((row) => columns.map((column) => cell(column === 'at' ? new Date(row.at).toISOString() : row[column])).join(','));
  return [...heading, ...lines].map((line) => `${line}\r\n`).join('');
}

/**
 * Formats a value as a CSV cell. Callers choose some of these values, so an apostrophe goes before text that a spreadsheet would read as a
 * formula.
 */
function cell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '');
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
