import { linesOf } from '../merge/merge-texts.ts';
import { cutHunk } from './cut-hunk.ts';
import { lineHunks } from './line-hunks.ts';

/** Reviewed and current text of a document or file while agents' changes wait (D78). */
export interface ReviewPair {
  reviewed: string;
  current: string;
}

/** A place where the two texts differ. */
export interface ReviewChange {
  /** Hash of `before` and `after`, with a number if an earlier change has the same hash. */
  id: string;
  /** Reviewed text of the place. Empty for an addition. */
  before: string;
  /** Current text of the place. Empty for a removal. */
  after: string;
  /** Start of `before` in the reviewed text. */
  reviewedAt: number;
  /** Start of `after` in the current text. */
  currentAt: number;
}

/** Returns the waiting changes in the order of the text. Each can be accepted or declined alone. */
export function changesOf({ reviewed, current }: ReviewPair): ReviewChange[] {
  if (reviewed === current) return [];
  const [lines, otherLines] = [linesOf(reviewed), linesOf(current)];
  const [offsets, otherOffsets] = [offsetsOf(lines), offsetsOf(otherLines)];
  const seen = new Map<string, number>();
  const changes: ReviewChange[] = [];
  for (const hunk of lineHunks(lines, otherLines).flatMap((one) => cutHunk(lines, otherLines, one))) {
    const [from, currentFrom] = [offsets[hunk.from] ?? 0, otherOffsets[hunk.otherFrom] ?? 0];
    const before = reviewed.slice(from, offsets[hunk.to]);
    const after = current.slice(currentFrom, otherOffsets[hunk.otherTo]);
    if (before !== after)
      changes.push({ id: numbered(seen, nameOf(before, after)), before, after, reviewedAt: from, currentAt: currentFrom });
  }
  return changes;
}

function offsetsOf(lines: readonly string[]): number[] {
  const offsets = [0];
  for (const { length } of lines) offsets.push((offsets.at(-1) ?? 0) + length);
  return offsets;
}

function numbered(seen: Map<string, number>, name: string): string {
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  return count === 1 ? name : `${name}-${count}`;
}

/** Returns the hash of a change. Collisions get different numbers, so the hash need not be secure. */
export function nameOf(before: string, after: string): string {
  return hash53(`${before.length}:${before}${after}`).toString(36).padStart(11, '0');
}

/** Computes a 53-bit hash (cyrb53) that runs in browsers and in Node. */
function hash53(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
