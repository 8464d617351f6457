import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { BlockGroupView } from './block-group.tsx';
import { changedBlocks, namesOf } from './changed-blocks.ts';
import { type BlockGroup, groupBlocks } from './group-blocks.ts';
import { lookAt, type Seen, stayAt } from './keep-place.ts';
import type { Block } from './parse-blocks.ts';
import type { Source } from './parse-in-worker.ts';
import styles from './reading.module.css';
import { focusedTask, focusTask, type Tick, tickOf } from './tick-boxes.ts';
import { useBlocks } from './use-blocks.ts';

/** Number of blocks in the first frame, and number added in each later frame. */
const atOnce = 120;
const longFrom = 300;
const markedForMs = 15_000;

export interface MarkdownProps extends Source {
  /** Title above the text. A first heading with the same words is hidden. */
  title?: string;
  /** Scrolling element. The reader's position is kept when the text changes. */
  scroller: RefObject<HTMLElement | null>;
  /** Called with the headings when they change. */
  onHeadings?: ((headings: readonly Heading[]) => void) | undefined;
  /** Called with the number of places that others have changed, when they are marked. */
  onMarked?: ((places: number) => void) | undefined;
  /** False while the reader edits. */
  marksChanges?: boolean;
  /** Ticks a task. `count` is the number of tasks. Without it, boxes cannot be ticked. */
  onTick?: ((tick: Tick, count: number) => void) | undefined;
  /** Text that the reader has just saved. Its changes are not marked. */
  ownText?: RefObject<string | undefined>;
  /** Shown in place of a text that is too complex to render. Without it, the source is shown. */
  otherwise?: ReactNode;
}

export type Heading = NonNullable<Block['heading']>;

/** Markdown text, rendered. Changes that arrive while it is read are marked in the margin for a while. */
export function Markdown({
  text,
  review,
  title,
  scroller,
  onHeadings,
  onMarked,
  marksChanges = true,
  onTick,
  ownText,
  otherwise,
}: MarkdownProps) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useRef<Seen>([]);
  const focused = useRef<number>(undefined);
  const look = useCallback(() => {
    seen.current = scroller.current && place.current ? lookAt(scroller.current, place.current) : [];
    focused.current = place.current ? focusedTask(place.current) : undefined;
  }, [scroller]);
  const parsed = useBlocks({ text, review }, look);
  const blocks = useMemo(() => withoutTitle(parsed?.blocks, title), [parsed, title]);
  const groups = useMemo(() => groupBlocks(blocks ?? []), [blocks]);
  const keys = useMemo(() => keysOf(groups), [groups]);
  // A review has marks of its own.
  const marked = useMarked(blocks, onMarked, parsed !== undefined && (parsed.review !== undefined || parsed.text === ownText?.current));
  const shown = useGrowing(blocks?.length ?? 0);
  const headings = useMemo(() => (blocks ?? []).flatMap(({ heading }) => heading ?? []), [blocks]);
  useLayoutEffect(() => {
    if (scroller.current) stayAt(scroller.current, seen.current);
    if (place.current && focused.current !== undefined) focusTask(place.current, focused.current);
    seen.current = [];
    focused.current = undefined;
  }, [blocks, scroller]);
  useEffect(() => onHeadings?.(headings), [headings, onHeadings]);
  if (!parsed) return null;
  if (!blocks) return otherwise ?? <AsWritten text={parsed.text} />;
  const tick = (event: { target: EventTarget | null; preventDefault: () => void }) => {
    const ticked = onTick && tickOf(event);
    if (!ticked) return;
    event.preventDefault();
    // Ignore clicks while a changed text is being parsed: a box could belong to another task.
    if (parsed.text !== text) return;
    onTick(
      ticked,
      blocks.reduce((sum, { tasks }) => sum + (tasks?.count ?? 0), 0),
    );
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the boxes in it are pressed
    <div
      ref={place}
      className={styles.text}
      data-long={blocks.length > longFrom || undefined}
      onClick={tick}
      onKeyDown={(event) => event.key === ' ' && tick(event)}
    >
      {groups.map(
        (group, index) =>
          group.from < shown && (
            <BlockGroupView key={keys[index]} group={group} marked={marksChanges ? marked : none} canTick={onTick !== undefined} />
          ),
      )}
    </div>
  );
}

const none: ReadonlySet<string> = new Set();

/** Keys of groups. Each group has the name of its first block. */
const keysOf = (groups: readonly BlockGroup[]) => namesOf(groups.flatMap(({ blocks: [first] }) => first ?? []));

function withoutTitle(blocks: readonly Block[] | undefined, title: string | undefined): readonly Block[] | undefined {
  const [first, ...rest] = blocks ?? [];
  const isTitle = title !== undefined && first?.heading?.text === title && !first.review;
  return isTitle ? rest : blocks;
}

/** Element of a heading, or of a footnote, in the rendered text. */
export function headingIn(scroller: Element, slug: string): Element | undefined {
  const named = [...scroller.querySelectorAll<HTMLElement>('[data-slug]')].find(({ dataset }) => dataset.slug === slug);
  return named ?? scroller.querySelector(`[id="${CSS.escape(slug)}"]`) ?? undefined;
}

function AsWritten({ text }: { text: string }) {
  return (
    <>
      <p className={styles.note}>Too complex to format; showing the source.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people must be able to scroll it with the keyboard */}
      <pre className={styles.written} tabIndex={0}>
        {text}
      </pre>
    </>
  );
}

/** Number of blocks to show: all of a short text, and more of a long one with each frame. */
function useGrowing(count: number): number {
  const [shown, setShown] = useState(atOnce);
  const isWhole = shown >= count;
  useEffect(() => {
    if (isWhole) return;
    const frame = requestAnimationFrame(() => setShown(shown + atOnce));
    return () => cancelAnimationFrame(frame);
  }, [shown, isWhole]);
  // A text that was once shown completely is shown completely when it grows.
  const whole = useRef(false);
  if (isWhole && count > 0) whole.current = true;
  return whole.current ? count : shown;
}

/** Names of blocks that have just changed. */
function useMarked(blocks: readonly Block[] | undefined, onMarked: MarkdownProps['onMarked'], isOwn: boolean): ReadonlySet<string> {
  const before = useRef<readonly Block[]>(undefined);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  useLayoutEffect(() => {
    const known = before.current;
    before.current = blocks;
    if (!blocks || !known || isOwn) return;
    const names = namesOf(blocks);
    const changed = [...changedBlocks(known, blocks)].map((index) => names[index] ?? '');
    if (changed.length === 0) return;
    setMarked((marked) => new Set([...marked, ...changed]));
    onMarked?.(changed.length);
  }, [blocks, onMarked, isOwn]);
  useEffect(() => {
    if (marked.size === 0) return;
    const timer = setTimeout(() => setMarked(new Set()), markedForMs);
    return () => clearTimeout(timer);
  }, [marked]);
  return marked;
}
