import { describeNearMatch } from './edit-hint.ts';
import { everyEndingIsCrlf, lineNumber } from './lines.ts';
import { findOccurrences } from './search-text.ts';

export interface Edit {
  text: string;
  oldText: string;
  newText: string;
}

export type EditRefusal = 'invalid_argument' | 'nothing_to_change' | 'text_not_found' | 'text_repeated';

export type EditResult = { ok: true; text: string; index: number } | { ok: false; reason: EditRefusal; message: string };

/** Replaces the one place where `oldText` stands by `newText`; never a similar place, and nothing around it. // D21 */
export function editText({ text, oldText, newText }: Edit): EditResult {
  if (oldText === '') return refuse('invalid_argument', emptyOldText);
  if (oldText === newText) return refuse('nothing_to_change', sameText);
  const crlf = everyEndingIsCrlf(text);
  const found = findPlaces(text, oldText, crlf);
  if (found.count === 0) return refuse('text_not_found', notFoundMessage(text, oldText));
  if (found.count > 1) return refuse('text_repeated', repeatedMessage(found.count, found.lines));
  const inserted = crlf && !newText.includes('\r\n') ? newText.replaceAll('\n', '\r\n') : newText;
  if (text.slice(found.start, found.end) === inserted) return refuse('nothing_to_change', sameText);
  return { ok: true, text: text.slice(0, found.start) + inserted + text.slice(found.end), index: found.start };
}

interface Places {
  count: number;
  lines: number[];
  start: number;
  end: number;
}

const linesShown = 5;

function findPlaces(text: string, oldText: string, crlf: boolean): Places {
  const exact = findOccurrences(text, oldText, linesShown);
  if (exact.count > 0) {
    const at = exact.first[0]!;
    // In a CRLF item the \n that oldText begins with is a whole ending: its \r must not stay behind alone.
    const start = crlf && oldText.startsWith('\n') ? at - 1 : at;
    return { count: exact.count, lines: lineNumbers(text, exact.first), start, end: at + oldText.length };
  }
  if (!oldText.includes('\n')) return nowhere;
  return crlf ? findInCrlf(text, oldText) : findWithAnyEnding(text, oldText);
}

const nowhere: Places = { count: 0, lines: [], start: 0, end: 0 };

/** Matches again with `\n` meaning `\r\n`, which is the only ending there. */
function findInCrlf(text: string, oldText: string): Places {
  // An oldText that writes some endings as \r\n and some as \n can only mean the same ending.
  const spellings = new Set([oldText, oldText.replaceAll('\r\n', '\n')].map((spelling) => spelling.replaceAll('\n', '\r\n')));
  for (const wanted of spellings) {
    const { count, first } = findOccurrences(text, wanted, linesShown);
    if (count > 0) return { count, lines: lineNumbers(text, first), start: first[0]!, end: first[0]! + wanted.length };
  }
  return nowhere;
}

/** Matches again with `\n` meaning `\r?\n`: in the text with every CRLF written as `\n`, where each place is found once. */
function findWithAnyEnding(text: string, oldText: string): Places {
  if (!text.includes('\r\n')) return nowhere;
  const plain = text.replaceAll('\r\n', '\n');
  const { count, first } = findOccurrences(plain, oldText, linesShown);
  if (count === 0) return nowhere;
  const at = first[0]!;
  return { count, lines: lineNumbers(plain, first), start: rawIndex(text, at), end: rawIndex(text, at + oldText.length) };
}

/** The index in `text` of what stands at `plainIndex` once every CRLF is written as `\n`. */
function rawIndex(text: string, plainIndex: number): number {
  let shift = 0;
  for (let at = text.indexOf('\r\n'); at !== -1 && at - shift < plainIndex; at = text.indexOf('\r\n', at + 2)) shift++;
  return plainIndex + shift;
}

function lineNumbers(text: string, indexes: number[]): number[] {
  return [...new Set(indexes.map((index) => lineNumber(text, index)))];
}

const emptyOldText =
  'oldText is empty, so it names no place in the item. Pass the exact text to replace; copy it from read_lines or find_text. ' +
  'To add text, pass the text beside the place as oldText and repeat it in newText.';

const sameText =
  'newText leaves the item as it is: it equals the text it would replace. Nothing was changed; pass the text as it should become.';

function repeatedMessage(count: number, lines: number[]): string {
  const where = lines.length === 1 ? `on line ${lines[0]}` : `first on lines ${lines.join(', ')}`;
  return (
    `oldText occurs ${count} times (${where}), and only one place can be edited. ` +
    'Make oldText longer by the text before or after the place you mean (read_lines shows it), so that it occurs exactly once.'
  );
}

function notFoundMessage(text: string, oldText: string): string {
  return (
    `oldText does not occur in the item. ${describeNearMatch(text, oldText)}` +
    'Copy the text exactly as read_lines or find_text returns it, then edit again.'
  );
}

function refuse(reason: EditRefusal, message: string): EditResult {
  return { ok: false, reason, message };
}
