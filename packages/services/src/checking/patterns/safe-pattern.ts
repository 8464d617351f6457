/**
 * Converts a pattern of a schema to one with the same meaning for `new RegExp(source, 'u')`. Services are written in all languages, so
 * their patterns use many dialects. Undefined for patterns without an equivalent: only the service can check them.
 */
export function patternInUse(source: string): string | undefined {
  const plain = withoutDelimiters(source);
  if (isPattern(plain)) return plain;
  const { flags, rest } = inlineFlags(plain);
  if (/[^ims]/.test(flags)) return undefined;
  const written = rewritten(rest);
  if (written === undefined) return undefined;
  const whole = flags === '' ? written : `(?${flags}:${written})`;
  return isPattern(whole) ? whole : undefined;
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

/**
 * Removes the slashes of `/^a$/`, which is a literal in code. They cannot be part of the pattern, because no character can come before the
 * beginning of a text.
 */
function withoutDelimiters(source: string): string {
  const found = /^\/(\^.*)\/([a-z]*)$/s.exec(source);
  if (!found) return source;
  const [, inner = '', flags = ''] = found;
  const kept = [...flags].filter((flag) => 'ims'.includes(flag)).join('');
  return kept === '' ? inner : `(?${kept}:${inner})`;
}

/** Flags such as `(?i)` at the beginning of a pattern apply to all of it. */
function inlineFlags(source: string): { flags: string; rest: string } {
  const found = /^(\^?)\(\?([a-zA-Z]+)\)/.exec(source);
  if (!found) return { flags: '', rest: source };
  return { flags: [...new Set(found[2])].join(''), rest: `${found[1]}${source.slice(found[0].length)}` };
}

const sets: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  punct: '!-\\/:-@\\[-`\\{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  print: ' -~',
  graph: '!-~',
};
const edges: Readonly<Record<string, string>> = { A: '^', z: '$', Z: '$' };
const others: Readonly<Record<string, string>> = { a: '\\x07', e: '\\x1b', h: '[ \\t]' };

/** Splits a pattern into parts: an escape, a mark of a set, one meaning of braces, or a single letter. */
const parts =
  /\\(?:u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|.)|\[:\^?[a-z]+:\]|\(\?P[<=]|\{\d*(?:,\d*)?\}|./gsu;
const classEscape = /^\\(?:[dDsSwW]|[pP]\{)/;

function rewritten(source: string): string | undefined {
  const read = source.match(parts) ?? [];
  let made = '';
  let isInSet = false;
  for (const [at, part] of read.entries()) {
    const one = isInSet ? inSet(part, read[at - 1] ?? '', read[at + 1] ?? '') : outside(part);
    if (one === undefined) return undefined;
    if (part === '[' && !isInSet) isInSet = true;
    else if (part === ']' && isInSet && !isFirstInSet(read, at)) isInSet = false;
    made += one;
  }
  return made;
}

/** True for a bracket that is literal, as most dialects read the first bracket in a set. JavaScript reads `[]` as an empty set. */
function isFirstInSet(read: string[], at: number): boolean {
  const before = read[at - 1];
  return (before === '[' || (before === '^' && read[at - 2] === '[')) && read.indexOf(']', at + 1) !== -1;
}

function outside(part: string): string | undefined {
  if (part.startsWith('\\')) {
    const letter = part.slice(1);
    // Only a set needs this escape.
    return letter === '-' ? letter : (edges[letter] ?? others[letter] ?? escaped(part));
  }
  if (part === '(?P<') return '(?<';
  if (part === '(?P=') return undefined;
  if (/^\{\d+(?:,\d*)?\}$/.test(part)) return part;
  if (/^\{,\d+\}$/.test(part)) return `{0${part.slice(1)}`;
  return /^[{}\]]/.test(part) ? part.replaceAll(/[{}\]]/g, '\\$&') : part.startsWith('[:') ? undefined : part;
}

function inSet(part: string, before: string, after: string): string | undefined {
  if (part.startsWith('\\')) return escaped(part);
  if (part.startsWith('[:')) return sets[part.slice(2, -2)];
  // A range cannot begin or end with a class of characters.
  if (part === '-' && (classEscape.test(before) || classEscape.test(after) || before.startsWith('[:'))) return '\\-';
  if (part === ']' && (before === '[' || before === '^')) return '\\]';
  return part === '[' ? '\\[' : part.replaceAll(/[()|{}/]/g, '\\$&');
}

/** Keeps escapes that mean the same in JavaScript. Undefined for other letters, whose meaning is unknown here. */
function escaped(part: string): string | undefined {
  const letter = part.slice(1);
  if (letter.length > 1 || /^[\^$\\.*+?()[\]{}|/\-dDsSwWbBtnrvf0-9]$/.test(letter)) return part;
  return /^[A-Za-z]$/.test(letter) ? undefined : letter;
}
