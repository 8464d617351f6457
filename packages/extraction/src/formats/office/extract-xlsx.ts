import { ExtractionFailure } from '../../extraction-failure.ts';
import { markdownTable } from '../../markdown-table.ts';
import type { Output } from '../../output.ts';
import type { XmlReader } from '../xml/read-xml.ts';
import { type CellFormat, readCellFormats, showNumber } from './cell-formats.ts';
import { type OfficePackage, openOfficePackage, partOfType } from './office-package.ts';

interface Workbook {
  sheets: { name: string; part: string }[];
  strings: string[];
  formats: CellFormat[];
  is1904: boolean;
}

/** Text of cells by column. Empty cells are left out. */
type Row = Map<number, string>;

/** Extracts each sheet of a workbook as a table of its non-empty columns. Formulas are shown as their last results. */
export function extractXlsx(bytes: Buffer, output: Output): void {
  const office = openOfficePackage(bytes);
  const workbook = readWorkbook(office, output);
  for (const { name, part } of workbook.sheets) {
    output.heading(`## Sheet: ${name.replace(/\s+/g, ' ')}`);
    const rows: Row[] = [];
    office.read(part, readSheet(rows, workbook, output));
    output.block(tableOf(rows, output));
  }
}

function readWorkbook(office: OfficePackage, output: Output): Workbook {
  const relations = office.relations(office.main);
  const workbook: Workbook = { sheets: [], strings: [], formats: readCellFormats(office, partOfType(relations, 'styles')), is1904: false };
  const isThere = office.read(office.main, {
    open(name, { name: title, id, date1904 }) {
      const part = name === 'sheet' ? relations.get(id ?? '')?.target : undefined;
      if (part !== undefined) workbook.sheets.push({ name: title ?? '', part });
      if (name === 'workbookPr') workbook.is1904 = date1904 === '1' || date1904 === 'true';
    },
  });
  if (!isThere) throw new ExtractionFailure('damaged');
  const shared = partOfType(relations, 'sharedStrings');
  if (shared !== undefined) office.read(shared, readStrings(workbook.strings, output));
  return workbook;
}

function readStrings(strings: string[], output: Output): XmlReader {
  let text = '';
  let isText = false;
  // True within the pronunciation that can follow a text.
  let isPhonetic = false;
  return {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    text(part) {
      if (!isText) return;
      output.hold(part);
      text += part;
    },
    close(name) {
      if (name === 'si') strings.push(text);
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 't') isText = false;
    },
  };
}

function readSheet(rows: Row[], workbook: Workbook, output: Output): XmlReader {
  let cell = { type: 'n', format: 'number' as CellFormat, column: 0, text: '' };
  let isValue = false;
  return {
    open(name, { r, t, s }) {
      if (name === 'row') {
        rows.push(new Map());
        cell.column = -1;
      } else if (name === 'c') {
        const column = r === undefined ? cell.column + 1 : columnOf(r);
        cell = { type: t ?? 'n', format: workbook.formats[Number(s ?? -1)] ?? 'number', column, text: '' };
      } else if (name === 'v' || (name === 't' && cell.type === 'inlineStr')) isValue = true;
    },
    text(part) {
      if (!isValue) return;
      output.hold(part);
      cell.text += part;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      if (name !== 'c' || cell.text === '') return;
      const shown = shownCell(cell, workbook);
      if (shown.trim() !== '') rows.at(-1)?.set(cell.column, shown);
    },
  };
}

function shownCell({ type, format, text }: { type: string; format: CellFormat; text: string }, { strings, is1904 }: Workbook): string {
  if (type === 's') return strings[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  return type === 'n' ? showNumber(text, format, is1904) : text;
}

/** `A` is 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function tableOf(rows: readonly Row[], output: Output): string {
  const filled = rows.filter((row) => row.size > 0);
  const columns = new Map(
    [...new Set(filled.flatMap((row) => [...row.keys()]))].sort((a, b) => a - b).map((column, index) => [column, index]),
  );
  // Counts the text before building the table. A row with few cells in a wide table is mostly bars, and a string that many cells refer to
  // is written for each.
  for (const row of filled) output.hold(` | `.repeat(columns.size) + [...row.values()].join(''));
  return markdownTable(filled.map((row) => cellsOf(row, columns)));
}

function cellsOf(row: Row, columns: ReadonlyMap<number, number>): string[] {
  const cells: string[] = new Array(columns.size).fill('');
  for (const [column, text] of row) cells[columns.get(column) ?? 0] = text;
  return cells;
}
