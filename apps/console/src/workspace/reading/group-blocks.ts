import { namesOf } from './changed-blocks.ts';
import type { Block } from './parse-blocks.ts';

/** Blocks that stand beside one another, and are rendered together: a long text has thousands, and most of them stay as they are. */
export interface BlockGroup {
  /** Where in the text it begins. */
  from: number;
  blocks: readonly Block[];
  /** The names of its blocks, each once in the text. */
  names: readonly string[];
}

/** A group ends at a heading where it has so many, so that a change shifts no group but its own. */
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
