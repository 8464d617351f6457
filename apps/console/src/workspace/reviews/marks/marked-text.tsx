import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { bringIntoSight } from '../../find/bring-into-sight.ts';
import { ReviewedBlockContext } from '../../reading/block-group.tsx';
import { Markdown, type MarkdownProps } from '../../reading/markdown.tsx';
import { ChangeList } from '../review-changes.tsx';
import type { Review } from '../use-review.ts';
import { type ReviewKeys, useReviewKeys } from '../use-review-keys.ts';
import { ChangeBar } from './change-bar.tsx';
import styles from './marks.module.css';
import { MarksContext } from './marks-context.ts';
import { ReviewedBlock } from './reviewed-block.tsx';

type ReadingProps = Pick<MarkdownProps, 'title' | 'scroller' | 'onHeadings'>;

export interface MarkedTextProps extends ReadingProps {
  review: Review;
  /** True to show the current text, with a dotted line below words that nobody has reviewed. */
  isQuiet: boolean;
}

/** Rendered text of a document with agents' changes marked in it, by words. // D78 */
export function MarkedText({ review, isQuiet, ...props }: MarkedTextProps) {
  if (!isQuiet) return <DecidedText review={review} {...props} />;
  return (
    <div className={styles.quiet}>
      <Text review={review} {...props} />
    </div>
  );
}

function DecidedText({ review: latest, scroller, ...props }: ReadingProps & { review: Review }) {
  const keys = useReviewKeys(latest);
  const bar = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const { current, decided, review } = keys;
  const marks = useMemo(() => ({ current: current?.id, decided }), [current?.id, decided]);
  useShowChange(keys, { scroller, place, bar });
  const choose = ({ target }: { target: EventTarget | null }) => {
    const ids = target instanceof Element ? target.closest<HTMLElement>('[data-change]')?.dataset.change : undefined;
    const id = ids?.split(' ').find((one) => keys.changes.some((change) => change.id === one));
    if (id !== undefined) keys.choose(id);
  };
  return (
    <MarksContext value={marks}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys choose changes by j and k */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: same */}
      <div ref={place} onClick={choose}>
        <Text review={review} scroller={scroller} otherwise={<ChangeList keys={keys} />} {...props} />
      </div>
      <ChangeBar keys={keys} place={bar} />
    </MarksContext>
  );
}

function Text({ review, ...props }: ReadingProps & Pick<MarkdownProps, 'otherwise'> & { review: Review }) {
  const { reviewedText, currentText, changes } = review;
  const source = useMemo(
    () => ({ reviewed: reviewedText ?? '', current: currentText ?? '', changes: changes.map(({ by: _, ...change }) => change) }),
    [reviewedText, currentText, changes],
  );
  return (
    <div className={styles.marked}>
      <ReviewedBlockContext value={ReviewedBlock}>
        <Markdown text={source.current} review={source} marksChanges={false} {...props} />
      </ReviewedBlockContext>
    </div>
  );
}

const maxFrames = 300;

interface Places {
  scroller: RefObject<HTMLElement | null>;
  place: RefObject<HTMLElement | null>;
  bar: RefObject<HTMLElement | null>;
}

/** Scrolls to a newly chosen change. A long text is rendered in parts, so its mark can appear later. */
function useShowChange({ current }: ReviewKeys, { scroller, place, bar }: Places): void {
  const id = current?.id;
  const shown = useRef(id);
  useEffect(() => {
    // A text opens at its beginning. The first change is shown when somebody chooses it.
    if (id === undefined || id === shown.current) return;
    shown.current = id;
    let frame = 0;
    const show = (left: number) => {
      const sign = place.current?.querySelector(`[data-change~="${CSS.escape(id)}"]`);
      if (sign && scroller.current) {
        const range = document.createRange();
        range.selectNodeContents(sign);
        bringIntoSight(scroller.current, range, bar.current?.offsetHeight ?? 0);
      } else if (left > 0) frame = requestAnimationFrame(() => show(left - 1));
    };
    // Show the decision first: scrolling to the next change forces a layout.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => show(maxFrames));
    });
    return () => cancelAnimationFrame(frame);
  }, [id, scroller, place, bar]);
}
