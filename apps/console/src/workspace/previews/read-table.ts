import Papa from 'papaparse';

export interface ReadTable {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** True if there are more rows or columns. */
  isCut: boolean;
}

const maxRows = 1000;
const maxColumns = 100;

/** The beginning of a text of values that are separated by commas, semicolons or tabs. The first line names the columns. */
export function readTable(text: string): ReadTable {
  const { data } = Papa.parse<string[]>(text, { preview: maxRows + 2, skipEmptyLines: true });
  const [head = [], ...rows] = data;
  const width = Math.max(head.length, ...rows.map(({ length }) => length));
  return {
    head: Array.from({ length: Math.min(width, maxColumns) }, (_, index) => head[index] ?? ''),
    rows: rows.slice(0, maxRows).map((row) => row.slice(0, maxColumns)),
    isCut: rows.length > maxRows || width > maxColumns,
  };
}
