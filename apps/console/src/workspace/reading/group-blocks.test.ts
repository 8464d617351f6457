import { describe, expect, it } from 'vitest';
import { groupBlocks } from './group-blocks.ts';
import { parseBlocks } from './parse-blocks.ts';

const text = (parts: number, first = '') =>
  first + Array.from({ length: parts }, (_, part) => `## Part ${part}\n\n${'A paragraph.\n\n'.repeat(6)}`).join('');

describe('groupBlocks', () => {
  it('keeps every block once, in order, in groups of medium size', () => {
    for (const blocks of [parseBlocks(text(100)), parseBlocks('word\n\n'.repeat(1000)), parseBlocks('one')]) {
      const groups = groupBlocks(blocks);
      expect(groups.flatMap((group) => group.blocks)).toEqual(blocks);
      expect(groups.map(({ from }) => from)).toEqual(groups.map((_, index) => groups.slice(0, index).flatMap((one) => one.blocks).length));
      expect(new Set(groups.flatMap(({ names }) => names)).size).toBe(blocks.length);
      for (const { blocks: within } of groups.slice(0, -1)) {
        expect(within.length).toBeGreaterThanOrEqual(40);
        expect(within.length).toBeLessThanOrEqual(160);
      }
    }
    expect(groupBlocks([])).toEqual([]);
  });

  it('changes only the group with an added block', () => {
    const before = groupBlocks(parseBlocks(text(100)));
    const after = groupBlocks(parseBlocks(text(100, 'Added at the very beginning.\n\n')));
    const contentOf = ({ blocks }: (typeof before)[number]) => JSON.stringify(blocks.map(({ html, heading }) => [html, heading]));
    const known = new Set(before.map(contentOf));
    expect(after.filter((group) => !known.has(contentOf(group)))).toHaveLength(1);
  });
});
