import { memo, use, useLayoutEffect, useMemo, useRef } from 'react';
import type { ReviewedBlockProps } from '../../reading/block-group.tsx';
import { anchorTo } from '../../reading/fill-blocks.ts';
import { PictureContext } from '../../reading/pictures.ts';
import readingStyles from '../../reading/reading.module.css';
import { BesideBlock } from './beside-block.tsx';
import { type MarkedBlock, markBlock } from './mark-block.ts';
import { type Marks, MarksContext } from './marks-context.ts';

const unmarked: MarkedBlock = { nodes: [], beside: [] };

/** Block with agents' changes marked in its rendered text. */
export const ReviewedBlock = memo(
  function ReviewedBlock({ block: { review }, content, slug }: ReviewedBlockProps) {
    const place = useRef<HTMLDivElement>(null);
    const marks = use(MarksContext);
    const showPicture = use(PictureContext);
    const { nodes, beside } = useMemo(() => (review ? markBlock(review, content) : unmarked), [review, content]);
    useLayoutEffect(() => {
      place.current?.replaceChildren(...(slug === undefined ? [] : [anchorTo(slug)]), ...nodes);
      // Leave a picture with marks in its name as a link.
      const pictures = place.current?.querySelectorAll<HTMLElement>('[data-image]:not(:has([data-mark]), [data-mark] *)') ?? [];
      if (showPicture) for (const link of pictures) showPicture(link);
    }, [nodes, slug, showPicture]);
    const states = (review?.changes ?? []).map(({ id }) => `${id} ${stateOf(marks, [id])}`).join('\n');
    useLayoutEffect(() => {
      for (const sign of place.current?.querySelectorAll<HTMLElement>('[data-change]') ?? []) {
        sign.dataset.state = stateOf(marks, [sign.dataset.change ?? '']);
      }
    }, [nodes, states]);
    return (
      <>
        <div ref={place} className={readingStyles.block} dir="auto" data-slug={slug} data-gone={review && !review.after ? '' : undefined} />
        {beside.length > 0 && <BesideBlock of={beside} stateOf={(ids) => stateOf(marks, ids)} />}
      </>
    );
  },
  // Blocks with the same name have the same content.
  (before, after) => before.slug === after.slug,
);

function stateOf({ current, decided }: Marks, ids: readonly string[]): string {
  const verdicts = ids.map((id) => decided.get(id));
  if (verdicts.every((verdict) => verdict !== undefined)) return verdicts[0] ?? '';
  return current !== undefined && ids.includes(current) ? 'current' : '';
}
