import { oneLine } from './one-line.ts';

/** Writes rows of cells as a markdown table. The first row is the heading. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return '';
  const lines = rows.map((row) => `| ${Array.from({ length: width }, (_, column) => cell(row[column])).join(' | ')} |`);
  return [lines[0], `|${' --- |'.repeat(width)}`, ...lines.slice(1)].join('\n');
}

/** Escapes a cell. A line break or a bar would end it. */
function cell(text = ''): string {
  return oneLine(text).replaceAll('|', '\\|');
}
