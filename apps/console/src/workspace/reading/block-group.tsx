import { type ComponentType, type CSSProperties, createContext, memo, type RefObject, use, useLayoutEffect, useMemo, useRef } from 'react';
import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { namesOf } from './changed-blocks.ts';
import { type EmptyBlock, fillBlocks } from './fill-blocks.ts';
import type { BlockGroup } from './group-blocks.ts';
import { Highlighted } from './highlighted.tsx';
import type { Block } from './parse-blocks.ts';
import { PictureContext, type ShowPicture } from './pictures.ts';
import styles from './reading.module.css';
import { type ReviewedContent, reviewedContents } from './reviewed-contents.ts';

interface BlockGroupViewProps {
  group: BlockGroup;
  /** Names of blocks that just changed. */
  marked: ReadonlySet<string>;
  /** True if the reader can tick the tasks of the group. */
  canTick: boolean;
}

export interface ReviewedBlockProps {
  block: Block;
  /** Both versions of the block, sanitized. */
  content: ReviewedContent;
  slug: string | undefined;
}

/** Component for a block with agents' changes. Loaded with the first text that has any. */
export const ReviewedBlockContext = createContext<ComponentType<ReviewedBlockProps> | undefined>(undefined);

/** Blocks of a text, rendered again only when one of them changes. A long page renders in many frames, which must not repeat work. */
export const BlockGroupView = memo(function BlockGroupView({ group: { blocks, names }, marked, canTick }: BlockGroupViewProps) {
  // Identifies blocks by content, so that a block keeps its place on the page while others come and go.
  const keys = namesOf(blocks);
  const ReviewedBlock = use(ReviewedBlockContext);
  const reviewed = useMemo(() => (ReviewedBlock ? reviewedContents(blocks) : undefined), [blocks, ReviewedBlock]);
  const showPicture = use(PictureContext);
  const empty = useRef<EmptyBlock[]>([]);
  // Runs after the effects of the blocks, which add themselves to the list.
  useLayoutEffect(() => fillBlocks(empty.current.splice(0), { canTick, showPicture }));
  const content = blocks.map((block, index) => {
    const reviewedContent = reviewed?.get(block);
    return ReviewedBlock && reviewedContent ? (
      <ReviewedBlock key={keys[index]} block={block} content={reviewedContent} slug={block.heading?.slug} />
    ) : (
      <BlockView
        key={keys[index]}
        block={block}
        slug={block.heading?.slug}
        tasksFrom={block.tasks?.from}
        canTick={canTick}
        showPicture={showPicture}
        isMarked={marked.has(names[index] ?? '')}
        empty={empty}
      />
    );
  });
  return (
    <div className={styles.group} style={{ '--blocks': blocks.length } as CSSProperties}>
      {content}
    </div>
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
  showPicture: ShowPicture | undefined;
  isMarked: boolean;
  /** List that the block joins when it needs content. */
  empty: RefObject<EmptyBlock[]>;
}

const BlockView = memo(
  function BlockView({ block, slug, tasksFrom, canTick, showPicture, isMarked, empty }: BlockViewProps) {
    const place = useRef<HTMLDivElement>(null);
    const { html, hasHtml, code } = block;
    // Boxes and pictures are also made again when `canTick` or `showPicture` changes.
    useLayoutEffect(() => {
      if (!code && place.current) empty.current.push({ place: place.current, html, hasHtml, slug });
    }, [html, hasHtml, code, slug, canTick, showPicture, empty]);
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
  // Blocks with the same key have the same content.
  (before, after) =>
    before.slug === after.slug &&
    before.tasksFrom === after.tasksFrom &&
    before.canTick === after.canTick &&
    before.showPicture === after.showPicture &&
    before.isMarked === after.isMarked,
);
