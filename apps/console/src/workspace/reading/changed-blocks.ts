import type { Block } from './parse-blocks.ts';

/** Key of a block. Blocks that look the same share it. */
export function keyOf({ html, code, review }: Pick<Block, 'html' | 'code' | 'review'>): string {
  const own = code ? `${code.language}\n${code.text}` : html;
  return review ? `${own}\n${review.key}` : own;
}

/** A name for each block that stays with it while others come and go: how many like it there are before. */
export function namesOf(blocks: readonly Block[]): string[] {
  const times = new Map<string, number>();
  return blocks.map((block) => {
    const key = keyOf(block);
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    return `${before} ${key}`;
  });
}

/** Indexes of new blocks, and of blocks after which something was removed. */
export function changedBlocks(before: readonly Block[], after: readonly Block[]): ReadonlySet<number> {
  const known = new Set(namesOf(before));
  const names = namesOf(after);
  const changed = new Set(names.flatMap((name, index) => (known.has(name) ? [] : [index])));
  if (changed.size > 0 || before.length <= after.length) return changed;
  const removedAt = namesOf(before).findIndex((name, index) => name !== names[index]);
  return new Set(after.length === 0 ? [] : [Math.min(removedAt, after.length - 1)]);
}
