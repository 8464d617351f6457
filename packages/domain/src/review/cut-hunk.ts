import type { Hunk } from '../merge/hunks.ts';
import { alikePairs } from './alike-pairs.ts';

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
  for (const { one, other } of [...alikePairs(textsOf(before, blocks), textsOf(after, otherBlocks)), ends]) {
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

const textsOf = (lines: readonly string[], blocks: readonly Block[]) => blocks.map(({ from, to }) => lines.slice(from, to).join(''));

const isEmpty = (line: string | undefined) => line?.trim() === '';

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
