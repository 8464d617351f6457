import { memo, useLayoutEffect, useRef } from 'react';
import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { namesOf } from './changed-blocks.ts';
import type { BlockGroup } from './group-blocks.ts';
import type { Block } from './parse-blocks.ts';
import styles from './reading.module.css';
import { toFragment } from './sanitize.ts';

interface BlockGroupViewProps {
  group: BlockGroup;
  /** Names of blocks that just changed. */
  marked: ReadonlySet<string>;
}

/** Blocks of a text, rendered again only when one of them changes. A page with thousands of blocks is drawn in many frames. */
export const BlockGroupView = memo(function BlockGroupView({ group: { blocks, names }, marked }: BlockGroupViewProps) {
  // Identifies blocks by content, so that a block keeps its place on the page while others come and go.
  const keys = namesOf(blocks);
  return blocks.map((block, index) => (
    <BlockView key={keys[index]} block={block} slug={block.heading?.slug} isMarked={marked.has(names[index] ?? '')} />
  ));
}, isSame);

function isSame(before: BlockGroupViewProps, after: BlockGroupViewProps): boolean {
  const [one, other] = [before.group, after.group];
  if (one === other && before.marked === after.marked) return true;
  return (
    one.names.length === other.names.length &&
    one.names.every(
      (name, index) =>
        name === other.names[index] &&
        one.blocks[index]?.heading?.slug === other.blocks[index]?.heading?.slug &&
        before.marked.has(name) === after.marked.has(name),
    )
  );
}

const BlockView = memo(
  function BlockView({ block, slug, isMarked }: { block: Block; slug: string | undefined; isMarked: boolean }) {
    const place = useRef<HTMLDivElement>(null);
    const { html, code } = block;
    useLayoutEffect(() => {
      if (!code) place.current?.replaceChildren(toFragment(html));
    }, [html, code]);
    return (
      <div ref={place} className={styles.block} data-slug={slug} data-marked={isMarked || undefined}>
        {code && <CodeBlock text={code.text} what="this code" />}
      </div>
    );
  },
  // Groups with the same name have the same content.
  (before, after) => before.slug === after.slug && before.isMarked === after.isMarked,
);
