import { maskJoiners, withoutJoiners } from './joiners.ts';

export type CleanName = { ok: true; name: string } | InvalidArgument;
export type CleanText = { ok: true; text: string } | InvalidArgument;
export type CleanTags = { ok: true; tags: string[] } | InvalidArgument;

/** One line of visible text in NFC, trimmed: a name, a title, a tag or a change summary. `maximum` counts code points. */
// D16, D17
export function cleanName(text: string, { argument, maximum }: { argument: string; maximum: number }): CleanName {
  const trimmed = text.trim();
  if (trimmed === '') return invalid(`${argument} is empty: give 1 to ${maximum} characters that are not white space`);
  // Far longer texts are only counted: looking for joiners is slow, and normalizing takes quadratic time on long runs of marks. Four code
  // points at most become one.
  if (trimmed.length > maximum * 8) return tooLong(argument, trimmed, maximum);
  const hidden = findHiddenCharacter(text, trimmed);
  if (hidden !== undefined) return invalid(`${argument} must be one line of visible text: remove ${hidden}`);
  const name = trimmed.normalize('NFC');
  const uncovered = name === trimmed ? undefined : findHiddenCharacter(name, name);
  if (uncovered !== undefined) return invalid(`${argument} must be one line of visible text: remove ${uncovered}`);
  return countCodePoints(name) > maximum ? tooLong(argument, name, maximum) : { ok: true, name };
}

/** Visible text of one or more lines in NFC, trimmed, with `\n` between its lines; `text` is empty for white space alone. */
// D80.1
export function cleanText(text: string, { argument, maxBytes }: { argument: string; maxBytes: number }): CleanText {
  const given = text.replaceAll('\r\n', '\n');
  const trimmed = given.trim();
  if (trimmed.length > maxBytes * 8) return tooManyBytes(argument, trimmed, maxBytes);
  const clean = trimmed.normalize('NFC');
  const hidden = findHiddenInLines(given) ?? findHiddenInLines(clean);
  if (hidden !== undefined) return invalid(`${argument} must be visible text: remove ${hidden}`);
  return byteLength(clean) > maxBytes ? tooManyBytes(argument, clean, maxBytes) : { ok: true, text: clean };
}

/** Clean tags in the given order; of those that differ only in case or joiners the first stays. */
// D16, D17
export function cleanTags(tags: readonly string[], { argument = 'tags' }: { argument?: string } = {}): CleanTags {
  const distinct = new Map<string, string>();
  for (const [index, tag] of tags.entries()) {
    const clean = cleanName(tag, { argument: `${argument}[${index}]`, maximum: maxTagLength });
    if (!clean.ok) return clean;
    const folded = withoutJoiners(clean.name).toLowerCase();
    if (!distinct.has(folded)) distinct.set(folded, clean.name);
    if (distinct.size > maxTags) return invalid(`${argument} has more than ${maxTags} different tags: give at most ${maxTags}`);
  }
  return { ok: true, tags: [...distinct.values()] };
}

type InvalidArgument = { ok: false; reason: 'invalid_argument'; message: string };

const maxTags = 20;
const maxTagLength = 50;

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Names the first control, format, line-separating or unpaired character and its place in the text as it was given. */
function findHiddenCharacter(text: string, trimmed: string): string | undefined {
  const found = hidden.test(trimmed) ? hidden.exec(maskJoiners(trimmed)) : null;
  if (!found) return undefined;
  const code = found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  const before = text.length - text.trimStart().length + countCodePoints(trimmed.slice(0, found.index));
  return `${describeCharacter(found[0])} U+${code} at character ${before + 1}`;
}

function describeCharacter(character: string): string {
  if (/[\n\r\u2028\u2029\u0085]/.test(character)) return 'the line break';
  if (character === '\u200d') return 'the zero-width joiner (allowed only in emoji, and between letters of scripts that use it)';
  if (character === '\u200c') return 'the zero-width non-joiner (allowed only between letters of scripts that use it)';
  if (/\p{Cf}/u.test(character)) return 'the invisible format character';
  return /\p{Cs}/u.test(character) ? 'the unpaired surrogate' : 'the control character';
}

function findHiddenInLines(text: string): string | undefined {
  for (const [index, line] of text.split('\n').entries()) {
    const hidden = findHiddenCharacter(line, line);
    if (hidden !== undefined) return `${hidden} of line ${index + 1}`;
  }
  return undefined;
}

function tooManyBytes(argument: string, text: string, maximum: number): InvalidArgument {
  return invalid(`${argument} has ${byteLength(text)} bytes in UTF-8: shorten it to at most ${maximum}`);
}

const byteLength = (text: string) => new TextEncoder().encode(text).length;

function tooLong(argument: string, name: string, maximum: number): InvalidArgument {
  return invalid(`${argument} has ${countCodePoints(name)} characters: shorten it to at most ${maximum}`);
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function invalid(message: string): InvalidArgument {
  return { ok: false, reason: 'invalid_argument', message };
}
