import { markdownTable } from './markdown-table.ts';
import { oneLine } from './one-line.ts';
import type { Output } from './output.ts';

/** Builds paragraphs and tables from the events of a document. */
export interface Blocks {
  /** Adds to the open paragraph. Without one, it is ignored. */
  text(text: string): void;
  openParagraph(): void;
  /** `prefix` makes it a heading or a list item. */
  closeParagraph(prefix?: string): void;
  openTable(): void;
  openRow(): void;
  openCell(): void;
  closeCell(): void;
  closeTable(): void;
}

interface Table {
  rows: string[][];
  /** Paragraphs of the open cell. */
  cell: string[] | undefined;
}

/** Creates a builder. A table inside a cell becomes text of that cell, because markdown has no nested tables. */
export function createBlocks(output: Output): Blocks {
  const paragraphs: string[] = [];
  const tables: Table[] = [];

  function finish(text: string, prefix: string): void {
    const cell = tables.at(-1)?.cell;
    if (cell) cell.push(text);
    else if (text.trim() !== '') output.block(prefix === '' ? text.trim() : prefix + oneLine(text));
  }

  return {
    text(text) {
      if (paragraphs.length === 0) return;
      output.hold(text);
      paragraphs[paragraphs.length - 1] += text;
    },
    openParagraph: () => void paragraphs.push(''),
    closeParagraph(prefix = '') {
      const text = paragraphs.pop();
      if (text !== undefined) finish(text, prefix);
    },
    openTable: () => void tables.push({ rows: [], cell: undefined }),
    openRow: () => void tables.at(-1)?.rows.push([]),
    openCell() {
      const table = tables.at(-1);
      if (table) table.cell = [];
    },
    closeCell() {
      const table = tables.at(-1);
      table?.rows.at(-1)?.push((table.cell ?? []).filter((text) => text.trim() !== '').join(' '));
      if (table) table.cell = undefined;
    },
    closeTable() {
      const table = tables.pop();
      if (!table) return;
      if (tables.length > 0) finish(table.rows.flat().join(' '), '');
      else output.block(markdownTable(table.rows.filter((row) => row.some((cell) => cell !== ''))));
    },
  };
}
