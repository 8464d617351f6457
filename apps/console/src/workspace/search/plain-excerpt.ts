import { parseInline } from '../reading/parse-blocks.ts';
import { plainText } from '../reading/plain-text.ts';

/** Removes markdown from an excerpt that can begin and end anywhere, and whose lines the gateway has joined. */
export function plainExcerpt(excerpt: string): string {
  return excerpt.split('\n').map(plainLine).join('\n');
}

function plainLine(line: string): string {
  const tokens = parseInline(replaceAll(line, cutLinks));
  const plain = tokens.map((token) => plainText(token, (text) => replaceAll(text, marks))).join('');
  return plain.replaceAll(/ {2,}/g, ' ').trim();
}

type Replacement = readonly [pattern: RegExp, by: string];

const replaceAll = (text: string, all: readonly Replacement[]) => all.reduce((done, [pattern, by]) => done.replaceAll(pattern, by), text);

/** Links without their beginning or end. */
const cutLinks: readonly Replacement[] = [
  [/^((?:… )?[^[\]`]*)\]\([^()\s]*\)/g, '$1'],
  [/!?\[([^[\]`]*)\]\([^()\s]*( …)?$/g, '$1$2'],
  [/!?\[([^[\]`]*)$/g, '$1'],
];

/** Marks of blocks, and marks of words whose partner is cut off. */
const marks: readonly Replacement[] = [
  [/(?:\||(?<=^|\s):?-+:?\s*\|)(?:\s*:?-+:?\s*\|)+/g, ' '],
  [/(?<=^|\s)#{1,6}(?=\s)/g, ''],
  [/(?<=^|\s)(?:>\s?)*\[![a-z]+\](?:\s>)?(?=\s|$)/gi, ''],
  [/(?<=^|\s)[-*+]\s\[[ x]\](?=\s)/gi, ''],
  [/(?<=^|\s)(?:(?:-{3,}|\*{3,}|_{3,})(?=\s|$)|`{3,}\S*)/g, ''],
  [/(?<=^|\s)\||\|(?=\s|$)/g, ' '],
  [/\[([^[\]]+)\]\[[^[\]]*\]/g, '$1'],
  [/\*\*|~~|(?<![\p{L}\p{N}_])__|__(?![\p{L}\p{N}_])/gu, ''],
];
