import type { Foreign } from '@gatehouse/domain';
import { isBlank } from '@gatehouse/domain';
import { countEndings, foldCase, joinSpaces, toNfc } from '@gatehouse/storage';
import { lineNumber } from './lines.ts';
import { searchText } from './search-text.ts';

/**
 * Describes what prevents `oldText` from matching, and on which line. Empty if nothing is similar. No edit relies on this hint. It reads
 * only around the places of one word of `oldText`, so it costs about as much as finding a word. // D21
 */
export function describeNearMatch(text: Foreign, oldText: string): string {
  for (const window of windowsOf(text, oldText)) {
    const difference = differenceIn(window.text, oldText);
    if (difference === undefined) continue;
    const line = countEndings(text, 0, window.start) + difference.line;
    return `It would match at line ${line} if ${difference.ignored} ignored. `;
  }
  return '';
}

interface Window {
  start: number;
  text: string;
}

/** Maximum UTF-16 units that are compared loosely: a few milliseconds. */
const maxCompared = 64 * 1024;

/** Parts of a text that `oldText` can nearly match: all of a short text, otherwise the surroundings of its longest word. */
function* windowsOf(text: string, oldText: string): Generator<Window> {
  if (text.length <= maxCompared) return yield { start: 0, text };
  // Ignored characters make the match longer or shorter than oldText.
  const reach = 2 * oldText.length + 200;
  if (reach > maxCompared) return;
  const word = maxWord(loosenAll(oldText, 'loosenOldText'));
  if (word === '') return;
  const search = searchText(foldCase(text), foldCase(word));
  let room = maxCompared;
  for (let at = search.next(); at !== -1; at = search.next()) {
    const [start, end] = [Math.max(0, at - reach), Math.min(text.length, at + 3 * reach)];
    room -= end - start;
    if (room < 0) return;
    yield { start, text: text.slice(start, end) };
    search.skipTo(Math.max(at + word.length, end - reach));
  }
}

/** The longest run of letters and digits that occurs in every form of a text, except for case; at most 100. "" if there is none. */
function maxWord(text: string): string {
  // A letter with a mark, or made of jamo, is written in two ways.
  const words = text.normalize('NFD').match(/[[\p{L}\p{N}]--[\u1100-\u11ff]]{1,200}(?!\p{M})/gv) ?? [];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '').slice(0, 100);
}

function differenceIn(text: string, oldText: string): { line: number; ignored: string } | undefined {
  for (const { name, loosen, loosenOldText } of differences) {
    const line = lineOfMatch(loosen(text), loosenOldText(oldText));
    if (line !== undefined) return { line, ignored: `${name} were` };
  }
  const line = lineOfMatch(loosenAll(text, 'loosen'), loosenAll(oldText, 'loosenOldText'));
  return line === undefined ? undefined : { line, ignored: `${differences.map(({ name }) => name).join(', ')} were all` };
}

interface Difference {
  name: string;
  /** Keeps every `\n`, so that line numbers stay true. */
  loosen(text: string): string;
  loosenOldText(oldText: string): string;
}

const differences: Difference[] = [
  everywhere('the kind of line endings (\\r\\n or \\n)', (text) => text.replaceAll('\r\n', '\n')),
  everywhere('white space at line ends', (text) => eachLine(text, (line) => line.trimEnd())),
  everywhere('the kind and number of spaces (no-break spaces, tabs)', joinSpaces),
  everywhere('typographic quotes (“ ” ‘ ’ for " and \')', (text) => text.replace(/[“”„‟]/g, '"').replace(/[‘’‚‛]/g, "'")),
  everywhere('Unicode composition (NFC)', toNfc),
  {
    name: 'line-number prefixes in oldText',
    loosen: (text) => text,
    loosenOldText: (oldText) => eachLine(oldText, (line) => line.replace(/^\s{0,4095}\d{1,20}(?:\t|→|: ?)/, '')),
  },
  everywhere('upper and lower case', foldCase),
];

function everywhere(name: string, loosen: (text: string) => string): Difference {
  return { name, loosen, loosenOldText: loosen };
}

// Loosens prefixes first: after one, the rest of the line is shifted.
function loosenAll(text: string, side: 'loosen' | 'loosenOldText'): string {
  return differences.toReversed().reduce((loosened, difference) => difference[side](loosened), text);
}

function eachLine(text: string, change: (line: string) => string): string {
  return text.split('\n').map(change).join('\n');
}

function lineOfMatch(text: string, wanted: string): number | undefined {
  if (isBlank(wanted)) return undefined;
  const at = searchText(text, wanted).next();
  return at === -1 ? undefined : lineNumber(text, at);
}
