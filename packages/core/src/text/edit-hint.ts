import { toNfc } from '@gatehouse/storage';
import { lineNumber } from './lines.ts';
import { searchText } from './search-text.ts';
import { isBlank } from './text-argument.ts';

/** A sentence that says what keeps `oldText` from matching and at which line, or nothing. Only a hint: no edit relies on it. // D21 */
export function describeNearMatch(text: string, oldText: string): string {
  for (const difference of differences) {
    const line = lineOfMatch(difference.loosen(text), difference.loosenOldText(oldText));
    if (line !== undefined) return `It would match at line ${line} if ${difference.name} were ignored. `;
  }
  const line = lineOfMatch(loosenAll(text, 'loosen'), loosenAll(oldText, 'loosenOldText'));
  return line === undefined ? '' : `It would match at line ${line} if ${differences.map(({ name }) => name).join(', ')} were all ignored. `;
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
  everywhere('typographic quotes (“ ” ‘ ’ for " and \')', (text) => text.replace(/[“”„‟]/g, '"').replace(/[‘’‚‛]/g, "'")),
  everywhere('Unicode composition (NFC)', toNfc),
  {
    name: 'line-number prefixes in oldText',
    loosen: (text) => text,
    loosenOldText: (oldText) => eachLine(oldText, (line) => line.replace(/^\s*\d+(?:\t|→|: ?)/, '')),
  },
];

function everywhere(name: string, loosen: (text: string) => string): Difference {
  return { name, loosen, loosenOldText: loosen };
}

// Prefixes go first: behind one, nothing else of the line is where it should be.
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
