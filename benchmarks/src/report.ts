/** Progress on one line of the terminal; results go to standard output. */
export function progress(what: string, done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\x1b[2K${what} ${Math.min(done, total).toLocaleString('en')} of ${total.toLocaleString('en')}`);
  if (done >= total) process.stderr.write('\r\x1b[2K');
}

export function step(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Rows as an aligned Markdown table, with a column for each key of any row. */
export function table(rows: Record<string, string | number>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => (row[column] as string).length)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`;
  return [line(names), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...cells.slice(1).map(line)].join('\n');
}
