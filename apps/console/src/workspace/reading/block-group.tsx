import { type ComponentType, createContext, memo, use, useLayoutEffect, useRef } from 'react';
import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { namesOf } from './changed-blocks.ts';
import type { BlockGroup } from './group-blocks.ts';
import { Highlighted } from './highlighted.tsx';
import type { Block } from './parse-blocks.ts';
import { PictureContext } from './pictures.ts';
import styles from './reading.module.css';
import { toFragment } from './sanitize.ts';
import { makeTickable } from './tick-boxes.ts';

interface BlockGroupViewProps {
  group: BlockGroup;
  /** Names of blocks that just changed. */
  marked: ReadonlySet<string>;
  /** True if the reader can tick the tasks in it. */
  canTick: boolean;
}

/** Shows a block with agents' changes. Loaded with the first text that has some. */
export const ReviewedBlockContext = createContext<ComponentType<{ block: Block; slug: string | undefined }> | undefined>(undefined);

/** Blocks of a text, rendered again only when one of them changes. A page with thousands of blocks is drawn in many frames. */
export const BlockGroupView = memo(function BlockGroupView({ group: { blocks, names }, marked, canTick }: BlockGroupViewProps) {
  // Identifies blocks by content, so that a block keeps its place on the page while others come and go.
  const keys = namesOf(blocks);
  const ReviewedBlock = use(ReviewedBlockContext);
  return blocks.map((block, index) =>
    block.review && ReviewedBlock ? (
      <ReviewedBlock key={keys[index]} block={block} slug={block.heading?.slug} />
    ) : (
      <BlockView
        key={keys[index]}
        block={block}
        slug={block.heading?.slug}
        tasksFrom={block.tasks?.from}
        canTick={canTick}
        isMarked={marked.has(names[index] ?? '')}
      />
    ),
  );
}, isSame);

function isSame(before: BlockGroupViewProps, after: BlockGroupViewProps): boolean {
  const [one, other] = [before.group, after.group];
  if (before.canTick !== after.canTick) return false;
  if (one === other && before.marked === after.marked) return true;
  return (
    one.names.length === other.names.length &&
    one.names.every(
      (name, index) =>
        name === other.names[index] &&
        one.blocks[index]?.heading?.slug === other.blocks[index]?.heading?.slug &&
        one.blocks[index]?.tasks?.from === other.blocks[index]?.tasks?.from &&
        before.marked.has(name) === after.marked.has(name),
    )
  );
}

interface BlockViewProps {
  block: Block;
  slug: string | undefined;
  tasksFrom: number | undefined;
  canTick: boolean;
  isMarked: boolean;
}

const BlockView = memo(
  function BlockView({ block, slug, tasksFrom, canTick, isMarked }: BlockViewProps) {
    const place = useRef<HTMLDivElement>(null);
    const { html, code } = block;
    const showPicture = use(PictureContext);
    useLayoutEffect(() => {
      if (code) return;
      const fragment = toFragment(html);
      if (canTick) makeTickable(fragment);
      place.current?.replaceChildren(...(slug === undefined ? [] : [anchorTo(slug)]), fragment);
      if (showPicture) for (const link of place.current?.querySelectorAll<HTMLElement>('[data-image]') ?? []) showPicture(link);
    }, [html, code, slug, canTick, showPicture]);
    return (
      <div ref={place} className={styles.block} dir="auto" data-slug={slug} data-tasks-from={tasksFrom} data-marked={isMarked || undefined}>
        {code && (
          <CodeBlock text={code.text} what="this code">
            <Highlighted text={code.text} language={code.language} />
          </CodeBlock>
        )}
      </div>
    );
  },
  // Groups with the same name have the same content.
  (before, after) =>
    before.slug === after.slug &&
    before.tasksFrom === after.tasksFrom &&
    before.canTick === after.canTick &&
    before.isMarked === after.isMarked,
);

/** Address of a heading, for the pointer. By keys, the outline leads there. */
export function anchorTo(slug: string): HTMLElement {
  const anchor = document.createElement('a');
  anchor.href = `#${encodeURIComponent(slug)}`;
  anchor.dataset.anchor = '';
  anchor.tabIndex = -1;
  anchor.setAttribute('aria-hidden', 'true');
  anchor.textContent = '#';
  return anchor;
}
