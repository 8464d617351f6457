import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  title: string;
  /** A track of a CSS grid: `minmax(160px, 2fr)`, `96px`. */
  width: string;
  cell: (row: Row) => ReactNode;
  /** Minimum width of the list for this column. */
  from?: number;
  align?: 'end';
}
