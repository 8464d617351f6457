import { describeNearMatch } from './edit-hint.ts';
import { everyEndingIsCrlf, lineNumber } from './lines.ts';
import { type Endings, findOccurrences, type Place } from './search-text.ts';

export interface Edit {
  text: string;
  oldText: string;
  newText: string;
}

/** Maximum places and text size. Otherwise, a text of one letter could grow to the size of the memory. */
const maxReplaced = 10_000;
const maxUnits = 25 * 1024 * 1024;

export type EditRefusal = 'invalid_argument' | 'nothing_to_change' | 'text_not_found' | 'text_repeated';

export type EditResult = { ok: true; text: string; index: number } | { ok: false; reason: EditRefusal; message: string };

/** Replaces the only place of `oldText` with `newText`. Never changes a similar place, or text around the place. // D21 */
export function editText({ text, oldText, newText }: Edit): EditResult {
  if (oldText === '') return refuse('invalid_argument', emptyOldText);
  if (oldText === newText) return refuse('nothing_to_change', sameText);
  const found = findPlaces(text, oldText);
  if (found.count === 0) return refuse('text_not_found', notFoundMessage(text, oldText));
  if (found.count > 1) return refuse('text_repeated', repeatedMessage(found.count, lineNumbers(text, found.first)));
  const { start, end } = placeToReplace(text, oldText, found.first[0]!);
  const inserted = insertedInto(text, newText);
  if (text.slice(start, end) === inserted) return refuse('nothing_to_change', sameText);
  return { ok: true, text: text.slice(0, start) + inserted + text.slice(end), index: start };
}

/** Replaces every occurrence of `oldText` from the beginning on, without overlaps. // D21 */
export function replaceEverywhere({ text, oldText, newText }: Edit): Exclude<EditResult, { ok: true }> | { ok: true; text: string } {
  if (oldText === '') return refuse('invalid_argument', emptyOldText);
  if (oldText === newText) return refuse('nothing_to_change', sameText);
  const found = findPlaces(text, oldText, maxReplaced);
  if (found.count === 0) return refuse('text_not_found', notFoundMessage(text, oldText));
  if (found.count > maxReplaced || text.length + found.count * newText.length > maxUnits)
    return refuse('invalid_argument', `oldText occurs ${found.count} times: too much would be replaced at once. Make oldText longer.`);
  const pieces: string[] = [];
  const inserted = insertedInto(text, newText);
  let end = 0;
  for (const first of found.first) {
    const place = placeToReplace(text, oldText, first);
    if (place.start < end) continue;
    pieces.push(text.slice(end, place.start), inserted);
    end = place.end;
  }
  const changed = pieces.join('') + text.slice(end);
  return changed === text ? refuse('nothing_to_change', sameText) : { ok: true, text: changed };
}

/** Text to insert. In an item with only CRLF endings, each `\n` of newText becomes CRLF. */
function insertedInto(text: string, newText: string): string {
  const becomesCrlf = newText.includes('\n') && !newText.includes('\r\n') && everyEndingIsCrlf(text);
  return becomesCrlf ? newText.replaceAll('\n', '\r\n') : newText;
}

interface Places {
  count: number;
  first: Place[];
}

const linesShown = 5;
const nowhere: Places = { count: 0, first: [] };

/** Places of `oldText`, exactly or, if there are none, with another kind of line ending. */
function findPlaces(text: string, oldText: string, keep = linesShown): Places {
  const find = (wanted: string, endings: Endings) => findOccurrences(text, wanted, keep, endings);
  if (!oldText.includes('\n') || !text.includes('\r\n')) return find(oldText, 'exact');
  if (oldText.includes('\r')) return findWithReturns(text, oldText, find);
  const loose = find(oldText, 'any');
  if (loose.count === 0) return nowhere;
  const exact = find(oldText, 'exact');
  return exact.count > 0 ? exact : loose;
}

function findWithReturns(text: string, oldText: string, find: (wanted: string, endings: Endings) => Places): Places {
  const isCrlf = everyEndingIsCrlf(text);
  // An oldText that writes some endings as \r\n and some as \n can only mean the same ending there.
  const alike = isCrlf ? find(oldText.replaceAll('\r\n', '\n'), 'any') : nowhere;
  // Any other match would end in half an ending, or have a \r before one.
  if (isCrlf && alike.count === 0 && !oldText.endsWith('\r') && !text.includes('\r\r\n')) return nowhere;
  const exact = find(oldText, 'exact');
  if (exact.count > 0) return exact;
  const loose = find(oldText, 'any');
  return loose.count > 0 ? loose : alike;
}

/** Range to replace. In an item with CRLF, a `\n` at the beginning of oldText is a whole line ending, so its `\r` must be replaced too. */
function placeToReplace(text: string, oldText: string, { start, end }: Place): Place {
  const leavesReturn = oldText.startsWith('\n') && text[start] === '\n' && text[start - 1] === '\r' && everyEndingIsCrlf(text);
  return { start: leavesReturn ? start - 1 : start, end };
}

function lineNumbers(text: string, places: Place[]): number[] {
  return [...new Set(places.map(({ start }) => lineNumber(text, start)))];
}

const emptyOldText =
  'oldText is empty, so it does not identify a place. Pass the exact text to replace; copy it from read_lines or find_text. ' +
  'To add text, pass the text next to the place as oldText and repeat it in newText.';

const sameText = 'newText equals the text that it would replace. Nothing was changed; pass the new version of the text.';

function repeatedMessage(count: number, lines: number[]): string {
  const where = lines.length === 1 ? `on line ${lines[0]}` : `first on lines ${lines.join(', ')}`;
  return (
    `oldText occurs ${count} times (${where}), but only one place can be edited. ` +
    'Make oldText longer with the text before or after the place (read_lines returns it), so that it occurs exactly once.'
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
