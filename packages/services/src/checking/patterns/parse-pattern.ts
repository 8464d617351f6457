import { anyButLineEnd, classes, complement, type Ranges, withBothCases } from './code-points.ts';

/** Syntax tree of a regular expression. */
export type PatternNode =
  /** One code point of a set. Undefined for sets of Unicode that are not listed here. */
  | { type: 'set'; ranges: Ranges | undefined }
  | { type: 'edge'; text: '^' | '$' | '\\b' | '\\B' }
  | { type: 'sequence'; parts: PatternNode[] }
  | { type: 'choice'; options: PatternNode[] }
  | { type: 'repeat'; inner: PatternNode; least: number; most: number; isLazy: boolean }
  | { type: 'look'; inner: PatternNode }
  | { type: 'reference' };

/** Parses a pattern that `new RegExp(source, 'u')` accepts. Undefined if a part is not supported here. */
export function parsePattern(source: string): PatternNode | undefined {
  const reader = new PatternReader(source);
  const node = reader.choice();
  return node && reader.isAtEnd() ? node : undefined;
}

const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})(\??)/y;
const groupHead = /\((?:\?(?:i?:|<?[=!]|<[^>]*>))?/y;
const escapeSequence =
  /\\(?:x([\da-fA-F]{2})|u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|c([A-Za-z])|([pPk])(?:\{[^}]*\}|<[^>]*>)|([1-9]\d*)|(.))/suy;

/** Meaning of an escape: a code point, a set, or something else by its letter. */
type Escaped = { point: number } | { ranges: Ranges } | { other: 'property' | 'reference' };

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

class PatternReader {
  readonly #source: string;
  #at = 0;
  #takesBothCases = false;

  constructor(source: string) {
    this.#source = source;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  choice(): PatternNode | undefined {
    const options: PatternNode[] = [];
    do {
      const option = this.#sequence();
      if (!option) return undefined;
      options.push(option);
    } while (this.#take('|'));
    return options.length === 1 ? options[0] : { type: 'choice', options };
  }

  #sequence(): PatternNode | undefined {
    const parts: PatternNode[] = [];
    while (!this.isAtEnd() && !this.#isNext('|') && !this.#isNext(')')) {
      const atom = this.#atom();
      if (!atom) return undefined;
      parts.push(this.#repeated(atom));
    }
    return parts.length === 1 ? parts[0] : { type: 'sequence', parts };
  }

  #repeated(inner: PatternNode): PatternNode {
    const found = this.#match(quantifier);
    if (!found) return inner;
    const [text, low, comma, high, lazy] = found;
    const isLazy = lazy === '?';
    if (low === undefined) {
      const sign = text[0];
      return { type: 'repeat', inner, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Number.POSITIVE_INFINITY, isLazy };
    }
    const least = Number(low);
    const most = comma === undefined ? least : high === '' ? Number.POSITIVE_INFINITY : Number(high);
    return { type: 'repeat', inner, least, most, isLazy };
  }

  #atom(): PatternNode | undefined {
    switch (this.#source[this.#at]) {
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escapedAtom();
      case '^':
      case '$':
        return { type: 'edge', text: this.#source[this.#at++] as '^' | '$' };
      case '.':
        this.#at++;
        return { type: 'set', ranges: anyButLineEnd };
      default:
        return this.#set([[this.#character()]]);
    }
  }

  #group(): PatternNode | undefined {
    const head = this.#match(groupHead)?.[0];
    // Groups that change flags are not supported.
    if (head === undefined || (head === '(' && this.#isNext('?'))) return undefined;
    const outside = this.#takesBothCases;
    this.#takesBothCases ||= head === '(?i:';
    const inner = this.choice();
    this.#takesBothCases = outside;
    if (!inner || !this.#take(')')) return undefined;
    return /[=!]$/.test(head) ? { type: 'look', inner } : inner;
  }

  #escapedAtom(): PatternNode | undefined {
    const edge = this.#source.slice(this.#at, this.#at + 2);
    if (edge === '\\b' || edge === '\\B') {
      this.#at += 2;
      return { type: 'edge', text: edge };
    }
    const escaped = this.#escaped();
    if (!escaped) return undefined;
    if ('point' in escaped) return this.#set([[escaped.point]]);
    // Among these sets, only the word characters have letters with two cases.
    if ('ranges' in escaped)
      return { type: 'set', ranges: this.#takesBothCases && /w/i.test(this.#source[this.#at - 1] ?? '') ? undefined : escaped.ranges };
    return escaped.other === 'reference' ? { type: 'reference' } : { type: 'set', ranges: undefined };
  }

  #class(): PatternNode | undefined {
    this.#at++;
    const isNegated = this.#take('^');
    const ranges: (readonly [number, number])[] = [];
    let isListed = true;
    while (!this.#take(']')) {
      const item = this.#classItem();
      if (!item) return undefined;
      if ('other' in item) isListed = false;
      else if ('ranges' in item) ranges.push(...item.ranges);
      else if (this.#isNext('-') && this.#source[this.#at + 1] !== ']') {
        this.#at++;
        const end = this.#classItem();
        if (!end || !('point' in end)) return undefined;
        ranges.push([item.point, end.point]);
      } else ranges.push([item.point, item.point]);
    }
    if (!isListed) return { type: 'set', ranges: undefined };
    return this.#set(ranges, isNegated);
  }

  #classItem(): Escaped | undefined {
    if (this.isAtEnd()) return undefined;
    if (!this.#isNext('\\')) return { point: this.#character() };
    if (this.#source[this.#at + 1] === 'b') {
      this.#at += 2;
      return { point: 8 };
    }
    return this.#escaped();
  }

  #escaped(): Escaped | undefined {
    const found = this.#match(escapeSequence);
    if (!found) return undefined;
    const [, byte, braced, unit, control, property, reference, letter = ''] = found;
    const code = byte ?? braced;
    if (code) return { point: Number.parseInt(code, 16) };
    if (unit) return { point: this.#joined(Number.parseInt(unit, 16)) };
    if (control) return { point: control.charCodeAt(0) % 32 };
    if (property) return { other: property === 'k' ? 'reference' : 'property' };
    if (reference) return { other: 'reference' };
    const ranges = Object.hasOwn(classes, letter) ? classes[letter] : undefined;
    return ranges ? { ranges } : { point: controls[letter] ?? (letter.codePointAt(0) as number) };
  }

  #set(given: readonly (readonly [number, number?])[], isNegated = false): PatternNode {
    const ranges = given.map(([from, to = from]) => [from, to] as const);
    const taken = this.#takesBothCases ? withBothCases(ranges) : ranges;
    return { type: 'set', ranges: taken && (isNegated ? complement(taken) : taken) };
  }

  /** Joins a surrogate pair: `\ud83d\ude00` is one code point. */
  #joined(unit: number): number {
    const [match, low = ''] =
      unit >= 0xd800 && unit <= 0xdbff ? (/^\\u([dD][c-fC-F][\da-fA-F]{2})/.exec(this.#source.slice(this.#at, this.#at + 6)) ?? []) : [];
    if (match === undefined) return unit;
    this.#at += 6;
    return 0x10000 + (unit - 0xd800) * 0x400 + (Number.parseInt(low, 16) - 0xdc00);
  }

  #character(): number {
    const point = this.#source.codePointAt(this.#at) as number;
    this.#at += point > 0xffff ? 2 : 1;
    return point;
  }

  #isNext(text: string): boolean {
    return this.#source[this.#at] === text;
  }

  #take(text: string): boolean {
    const isNext = this.#isNext(text);
    if (isNext) this.#at++;
    return isNext;
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source);
    if (found) this.#at += found[0].length;
    return found;
  }
}
