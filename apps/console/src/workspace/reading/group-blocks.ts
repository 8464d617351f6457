import { namesOf } from './changed-blocks.ts';
import type { Block } from './parse-blocks.ts';

/** Neighbouring blocks that are rendered together: a long text has thousands, and most of them stay unchanged. */
export interface BlockGroup {
  /** Beginning in the text. */
  from: number;
  blocks: readonly Block[];
  /** The names of its blocks, each once in the text. */
  names: readonly string[];
}

/** Blocks after which a group ends at the next heading, so that a change affects only its own group. */
const wanted = 40;
const most = 160;

export function groupBlocks(blocks: readonly Block[]): BlockGroup[] {
  const names = namesOf(blocks);
  const groups: BlockGroup[] = [];
  for (let from = 0; from < blocks.length; ) {
    const to = endOfGroup(blocks, from);
    groups.push({ from, blocks: blocks.slice(from, to), names: names.slice(from, to) });
    from = to;
  }
  return groups;
}

function endOfGroup(blocks: readonly Block[], from: number): number {
  const last = Math.min(blocks.length, from + most);
  for (let at = from + wanted; at < last; at++) if (blocks[at]?.heading) return at;
  return last;
}
