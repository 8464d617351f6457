import { dayMs } from '@gatehouse/domain';
import type { OfficePackage } from './office-package.ts';

/** Ways in which a cell displays its number. */
export type CellFormat = 'number' | 'date' | 'time' | 'dateTime' | 'duration';

const builtIn: Record<number, CellFormat> = {
  ...Object.fromEntries([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 57, 58].map((id) => [id, 'date'])),
  ...Object.fromEntries([18, 19, 20, 21, 45, 47].map((id) => [id, 'time'])),
  22: 'dateTime',
  46: 'duration',
};

/** Reads the formats of a workbook, in the order of the numbers by which cells refer to them. */
export function readCellFormats(office: OfficePackage, part: string | undefined): CellFormat[] {
  const custom = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let isOfCells = false;
  if (part === undefined) return formats;
  office.read(part, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'cellXfs') isOfCells = true;
      else if (name === 'numFmt') custom.set(Number(numFmtId), formatOfCode(formatCode ?? ''));
      else if (name === 'xf' && isOfCells) formats.push(custom.get(Number(numFmtId)) ?? builtIn[Number(numFmtId)] ?? 'number');
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}

function formatOfCode(code: string): CellFormat {
  const unquoted = withoutQuoted(code.replace(/\\.|_./g, ''));
  // Brackets make hours count on after 24.
  if (/\[(?:h+|m+|s+)\]/i.test(unquoted)) return 'duration';
  const letters = withoutColours(unquoted).replace(/general|AM\/PM|A\/P/gi, '');
  const isDate = /[yd]/i.test(letters);
  const isTime = /[hs]/i.test(letters);
  if (isDate && isTime) return 'dateTime';
  if (isTime) return 'time';
  return isDate || /m/i.test(letters) ? 'date' : 'number';
}

function withoutQuoted(code: string): string {
  return code
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
}

/** Removes brackets, which contain colours, conditions and languages. */
function withoutColours(code: string): string {
  const [first = '', ...others] = code.split('[');
  return first + others.map((other) => other.slice(other.indexOf(']') + 1)).join('');
}

/** Day 0, so that 1 March 1900 is 61: spreadsheet programs treat 1900 as a leap year. */
const epoch = Date.UTC(1899, 11, 30);
const epochOf1904 = Date.UTC(1904, 0, 1);

/** Displays a number in its format, with dates in ISO 8601. */
export function showNumber(written: string, format: CellFormat, is1904: boolean): string {
  const value = Number(written);
  if (!Number.isFinite(value)) return written;
  if (format === 'number') return Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(15)));
  if (format === 'duration') return showDuration(Math.round((value * dayMs) / 1000));
  const time = new Date((is1904 ? epochOf1904 : epoch) + Math.round((value * dayMs) / 1000) * 1000);
  if (Number.isNaN(time.getTime())) return written;
  const [date = '', clock = ''] = time.toISOString().split('T');
  if (format === 'date') return date;
  return format === 'time' ? clock.slice(0, 8) : `${date} ${clock.slice(0, 8)}`;
}

/** Displays seconds as hours, minutes and seconds. */
function showDuration(seconds: number): string {
  const rest = Math.abs(seconds);
  const parts = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60];
  return (seconds < 0 ? '-' : '') + parts.map((part) => String(part).padStart(2, '0')).join(':');
}
