import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  title: string;
  /** A track of a CSS grid: `minmax(160px, 2fr)`, `96px`. */
  width: string;
  cell: (row: Row) => ReactNode;
  /** Shown only where the list is at least this wide. */
  from?: number;
  align?: 'end';
}
