import type { Foreign } from '@gatehouse/domain';
/**
 * Describes the place at which a text stops being JSON, and the expected token. It is used only after JSON.parse refused the text, whose
 * own messages name the place only sometimes. It is recursive, because nesting is already limited.
 */
export function describeJsonFault(text: Foreign): string {
  const { at, expected } = findFault(text);
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const found = at < text.length ? `found ${JSON.stringify(String.fromCodePoint(text.codePointAt(at)!))}` : 'found the end';
  return `line ${line}, column ${at - before.lastIndexOf('\n')}: expected ${expected}, ${found}`;
}

interface Fault {
  at: number;
  expected: string;
}

const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
const space = /[ \t\r\n]*/y;

function findFault(text: string): Fault {
  const end = readValue(text, 0);
  return typeof end === 'number' ? { at: skipSpace(text, end), expected: 'nothing after the value' } : end;
}

/** The index after the value that begins at `start`, or the fault in it. */
function readValue(text: string, start: number): number | Fault {
  const at = skipSpace(text, start);
  switch (text[at]) {
    case '{':
      return readMembers(text, at + 1, '}', readMember);
    case '[':
      return readMembers(text, at + 1, ']', readValue);
    case '"':
      return readString(text, at);
    default:
      return match(number, text, at) ?? match(word, text, at) ?? { at, expected: 'a value' };
  }
}

function readMembers(text: string, start: number, closing: string, readOne: typeof readValue): number | Fault {
  let at = skipSpace(text, start);
  if (text[at] === closing) return at + 1;
  for (;;) {
    const end = readOne(text, at);
    if (typeof end !== 'number') return end;
    at = skipSpace(text, end);
    if (text[at] === closing) return at + 1;
    if (text[at] !== ',') return { at, expected: `"," or "${closing}"` };
    at++;
  }
}

function readMember(text: string, start: number): number | Fault {
  const at = skipSpace(text, start);
  const end = text[at] === '"' ? readString(text, at) : { at, expected: 'a name in double quotes' };
  if (typeof end !== 'number') return end;
  const colon = skipSpace(text, end);
  return text[colon] === ':' ? readValue(text, colon + 1) : { at: colon, expected: '":"' };
}

function readString(text: string, start: number): number | Fault {
  let at = start + 1;
  while (at < text.length) {
    if (text[at] === '"') return at + 1;
    if (text.charCodeAt(at) < 0x20) return { at, expected: 'no control character in a string (escape it)' };
    if (text[at] !== '\\') at++;
    else {
      const end = match(escapeSequence, text, at);
      if (end === undefined) return { at, expected: 'an escape sequence of JSON' };
      at = end;
    }
  }
  return { at, expected: 'the end of the string that begins with its quote' };
}

function skipSpace(text: string, at: number): number {
  return match(space, text, at) ?? at;
}

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
