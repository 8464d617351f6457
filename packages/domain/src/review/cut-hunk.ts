import type { Hunk } from '../merge/hunks.ts';

/** Maximum comparisons of paragraphs in one place. Beyond it, the first paragraph is paired with the first, and so on. */
const maxComparisons = 400;
/** Maximum compared characters of a paragraph. */
const comparedCharacters = 1000;
/** Minimum likeness of two paragraphs that count as versions of each other. */
const minLikeness = 0.4;

/** A run of lines with the blank lines after it. The end is exclusive. */
interface Block {
  from: number;
  to: number;
}

/**
 * Cuts a difference at blank lines, so that each new, removed or changed paragraph can be decided alone. The pieces cover the ranges of the
 * difference in both texts, in order.
 */
export function cutHunk(before: readonly string[], after: readonly string[], hunk: Hunk): Hunk[] {
  const blocks = blocksIn(before, hunk.from, hunk.to);
  const otherBlocks = blocksIn(after, hunk.otherFrom, hunk.otherTo);
  if (blocks.length < 2 && otherBlocks.length < 2) return [hunk];
  const pieces: Hunk[] = [];
  let [index, otherIndex] = [0, 0];
  const ends = { one: blocks.length, other: otherBlocks.length };
  for (const { one, other } of [...alikePairs(before, after, blocks, otherBlocks), ends]) {
    for (; index < one || otherIndex < other; ) {
      const block = index < one ? blocks[index++] : undefined;
      const otherBlock = otherIndex < other ? otherBlocks[otherIndex++] : undefined;
      pieces.push(pieceOf(pieces.at(-1) ?? startOf(hunk), block, otherBlock));
    }
    const [block, otherBlock] = [blocks[index++], otherBlocks[otherIndex++]];
    if (block && otherBlock) pieces.push(pieceOf(pieces.at(-1) ?? startOf(hunk), block, otherBlock));
  }
  return withoutJoins(before, after, pieces);
}

function startOf({ from, otherFrom }: Hunk): Hunk {
  return { from, to: from, otherFrom, otherTo: otherFrom };
}

function pieceOf({ to, otherTo }: Hunk, block: Block | undefined, otherBlock: Block | undefined): Hunk {
  return { from: to, to: block?.to ?? to, otherFrom: otherTo, otherTo: otherBlock?.to ?? otherTo };
}

function blocksIn(lines: readonly string[], from: number, to: number): Block[] {
  const blocks: Block[] = [];
  let start = from;
  for (let at = from + 1; at < to; at++) {
    const begins = !isEmpty(lines[at]) && isEmpty(lines[at - 1]);
    // Blank lines before the first paragraph belong to it.
    if (!begins || lines.slice(start, at).every(isEmpty)) continue;
    blocks.push({ from: start, to: at });
    start = at;
  }
  if (to > from) blocks.push({ from: start, to });
  return blocks;
}

const isEmpty = (line: string | undefined) => line?.trim() === '';

/** Pairs paragraphs that are versions of each other. Keeps the order of both texts and maximizes the total likeness. */
function alikePairs(
  before: readonly string[],
  after: readonly string[],
  blocks: readonly Block[],
  otherBlocks: readonly Block[],
): { one: number; other: number }[] {
  const [rows, columns] = [blocks.length, otherBlocks.length];
  if (rows === 0 || columns === 0 || rows * columns > maxComparisons) return [];
  const [grams, otherGrams] = [blocks.map((block) => gramsOf(before, block)), otherBlocks.map((block) => gramsOf(after, block))];
  const likeness = grams.map((one) => otherGrams.map((other) => likenessOf(one, other)));
  const best: number[][] = Array.from({ length: rows + 1 }, () => Array<number>(columns + 1).fill(0));
  const bestAt = (row: number, column: number) => best[row]?.[column] ?? 0;
  const withPair = (row: number, column: number) => bestAt(row + 1, column + 1) + (likeness[row]?.[column] ?? 0);
  for (const [row, ofRow] of [...best.entries()].toReversed()) {
    for (let column = columns - 1; column >= 0 && row < rows; column--)
      ofRow[column] = Math.max(bestAt(row + 1, column), bestAt(row, column + 1), withPair(row, column));
  }
  const pairs: { one: number; other: number }[] = [];
  let [one, other] = [0, 0];
  while (one < rows && other < columns) {
    if ((likeness[one]?.[other] ?? 0) > 0 && withPair(one, other) === bestAt(one, other)) pairs.push({ one: one++, other: other++ });
    else if (bestAt(one + 1, other) >= bestAt(one, other + 1)) one++;
    else other++;
  }
  return pairs;
}

/** Counts of neighboring character pairs. Unlike words, they exist in every script. */
interface Grams {
  counts: Map<string, number>;
  total: number;
}

function gramsOf(lines: readonly string[], { from, to }: Block): Grams {
  const characters = [...lines.slice(from, to).join('').slice(0, comparedCharacters).trim()];
  const counts = new Map<string, number>();
  for (let at = 0; at < characters.length; at++) {
    const gram = `${characters[at]}${characters[at + 1] ?? ''}`;
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return { counts, total: characters.length };
}

/** Computes the share of character pairs that both paragraphs have, from 0 to 1. Returns 0 below the minimum likeness. */
function likenessOf(one: Grams, other: Grams): number {
  let shared = 0;
  for (const [gram, count] of one.counts) shared += Math.min(count, other.counts.get(gram) ?? 0);
  const likeness = (2 * shared) / Math.max(one.total + other.total, 1);
  return likeness < minLikeness ? 0 : likeness;
}

/** Extends the piece with a last line without a line ending over all later pieces, so that no decision joins two lines. */
function withoutJoins(before: readonly string[], after: readonly string[], pieces: readonly Hunk[]): Hunk[] {
  const first = pieces.findIndex(
    ({ from, to, otherFrom, otherTo }) => lacksEnding(before, from, to) || lacksEnding(after, otherFrom, otherTo),
  );
  const [piece, last] = [pieces[first], pieces.at(-1)];
  return piece && last ? [...pieces.slice(0, first), { ...piece, to: last.to, otherTo: last.otherTo }] : [...pieces];
}

function lacksEnding(lines: readonly string[], from: number, to: number): boolean {
  return to > from && !lines[to - 1]?.endsWith('\n');
}
