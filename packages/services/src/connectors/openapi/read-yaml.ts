import { type DocumentOptions, type ParseOptions, parse, type SchemaOptions, type ToJSOptions } from 'yaml';
import { isKeyed } from '../../kernel/guards.ts';

/** Maximum characters parsed in one piece. The parser's result takes some fifty times as much memory as the text. */
const maxPiece = 262_144;

/** Duplicate keys are not checked. The check takes unbounded time in large maps, and JSON has none either. */
const options: ParseOptions & DocumentOptions & SchemaOptions & ToJSOptions = {
  // Limits aliases: a document with more is an attempt to exhaust the memory.
  maxAliasCount: 100_000,
  uniqueKeys: false,
  prettyErrors: false,
  merge: true,
  logLevel: 'silent',
};

/**
 * Reads YAML in little memory: splits a large map at its keys, and reads its values one after the other. A map with aliases (`*name`) or in
 * brackets cannot be split, and is read as a whole.
 */
export function readYaml(text: string): unknown {
  if (text.length <= maxPiece) return parse(text, options);
  try {
    return readMap(text.replace(/^(?:[^\S\n]*(?:#[^\n]*)?\n)*---[^\S\n]*\n/, '').split(/(?<=\n)/));
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return parse(text, options);
  }
}

function readMap(lines: string[]): unknown {
  const indentation = /^ */.exec(lines.find((line) => !isEmpty(line)) ?? '')?.[0].length ?? 0;
  const begins = lines.flatMap((line, at) => (beginsEntry(line, indentation) ? [at] : []));
  if (begins.length === 0 || !lines.slice(0, begins[0]).every(isEmpty)) return readPart(lines.join(''));
  const map: Record<string, unknown> = {};
  let piece: string[] = [];
  const readPiece = () => {
    if (piece.length > 0) define(map, readPart(piece.join('')));
    piece = [];
  };
  let size = 0;
  for (const [number, begin] of begins.entries()) {
    const entry = lines.slice(begin, begins[number + 1]);
    const entrySize = entry.reduce((sum, line) => sum + line.length, 0);
    if (size + entrySize > maxPiece) {
      readPiece();
      size = 0;
    }
    if (entrySize > maxPiece) define(map, readLargeEntry(entry));
    else {
      piece.push(...entry);
      size += entrySize;
    }
  }
  readPiece();
  return map;
}

/** Reads an entry: a key whose value is a map in the lines below. Other entries are read as a whole. */
function readLargeEntry(lines: string[]): unknown {
  const [first = '', ...rest] = lines;
  const key = /^\s*(\S.*?):\s*(?:#.*)?$/s.exec(first.trimEnd())?.[1];
  if (key === undefined || /^(?:[&*!?]|<<)/.test(key)) return readPart(lines.join(''));
  return { [String(parse(key, options))]: readMap(rest) };
}

function readPart(text: string): unknown {
  return compact(parse(text, options), new Set());
}

/** Copies long strings. The parser builds quoted text character by character, in a form that takes thirty times as much memory. */
function compact(value: unknown, seen: Set<unknown>): unknown {
  if (typeof value === 'string') return value.length > 16 ? JSON.parse(JSON.stringify(value)) : value;
  if (!isKeyed(value) || seen.has(value)) return value;
  seen.add(value);
  for (const [key, inner] of Object.entries(value)) {
    const compacted = compact(inner, seen);
    if (compacted !== inner) value[key] = compacted;
  }
  return value;
}

function define(map: Record<string, unknown>, entries: unknown): void {
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries)) throw new Error('this part is not a map');
  for (const [key, value] of Object.entries(entries))
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
}

function isEmpty(line: string): boolean {
  return /^\s*(?:#|$)/.test(line);
}

/** True if a line of this indentation begins with a key. Lines of a longer text are indented further. */
function beginsEntry(line: string, indentation: number): boolean {
  const begin = line[indentation];
  if (begin === undefined || /[\s#\-?:[\]{}%|>]/.test(begin) || (indentation > 0 && line.slice(0, indentation).trim() !== '')) return false;
  return /:(?:\s|$)/.test(line);
}
