import { Button } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { bytes } from '../../kernel/words/count-words.ts';
import { findable } from '../find/text-index.ts';
import type { ItemViewProps } from '../item/item.ts';
import { useDownload } from '../item/use-download.ts';
import { type Heading, headingIn, Markdown } from '../reading/markdown.tsx';
import { Outline } from '../reading/outline.tsx';
import { PictureContext } from '../reading/pictures.ts';
import { ReviewedText } from '../reviews/reviewed-text.tsx';
import { Byline } from './byline.tsx';
import { ChangedLine } from './changed-line.tsx';
import { EditButton } from './edit-button.tsx';
import { ItemFrame } from './item-frame.tsx';
import styles from './items.module.css';
import { useFollowLinks } from './use-follow-links.ts';
import { usePictures } from './use-pictures.ts';
import { useTick } from './use-tick.ts';

/** A document for reading, with its outline. Updates when others change it. */
export function DocumentView({ item }: ItemViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  const [places, setPlaces] = useState(0);
  const scrollTo = useCallback((slug: string) => scrollToHeading(scroller.current, slug), []);
  const { follow, slug, goTo } = useFollowLinks(item, scrollTo);
  const isTypeset = headings.length > 0;
  // Scrolls to the heading in the address as soon as the text has loaded.
  useEffect(() => {
    if (isTypeset && slug !== '') scrollTo(slug);
  }, [isTypeset, slug, scrollTo]);
  const showPicture = usePictures(item);
  const reading = useMemo(() => ({ title: item.name, scroller, onHeadings: setHeadings }), [item.name]);
  const dismiss = useCallback(() => setPlaces(0), []);
  return (
    <ItemFrame item={item} scroller={scroller} actions={<EditButton item={item} />}>
      {places > 0 && <ChangedLine item={item} places={places} scroller={scroller} onDismiss={dismiss} />}
      <div className={styles.reading}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: links are pressed by keys as ever */}
        <article className={styles.column} onClick={follow}>
          <p className={styles.title} dir="auto" {...findable}>
            {item.name}
          </p>
          <Byline item={item} />
          <div {...findable}>
            <PictureContext value={showPicture}>
              <ReviewedText
                item={item}
                reading={reading}
                render={(text) => <Markdown text={text} title={item.name} scroller={scroller} marksChanges={false} />}
              >
                <Body item={item} scroller={scroller} onHeadings={setHeadings} onMarked={setPlaces} />
              </ReviewedText>
            </PictureContext>
          </div>
        </article>
        <Outline headings={headings} scroller={scroller} onChoose={goTo} />
      </div>
    </ItemFrame>
  );
}

type BodyProps = ItemViewProps & Omit<Parameters<typeof Markdown>[0], 'text'>;

function Body({ item, ...props }: BodyProps) {
  const download = useDownload();
  const { onTick, ownText } = useTick(item);
  if (item.text === null)
    return (
      <div className={styles.large}>
        <p>This document is too large to show here ({bytes(item.sizeBytes)}).</p>
        <Button variant="default" onClick={() => download(item)}>
          Download
        </Button>
      </div>
    );
  const text = item.text;
  if (text.trim() === '') return <p className={styles.empty}>This document is empty.</p>;
  return <Markdown text={text} title={item.name} onTick={onTick} ownText={ownText} {...props} />;
}

const maxFrames = 300;

/** A long text is rendered part by part, so the heading may not exist yet. */
function scrollToHeading(scroller: HTMLElement | null, slug: string, frames = 0): void {
  if (!scroller?.isConnected) return;
  const heading = headingIn(scroller, slug);
  if (heading) {
    heading.scrollIntoView();
    // Scrolls again after two frames, because content above can turn out higher than estimated.
    requestAnimationFrame(() => requestAnimationFrame(() => heading.scrollIntoView()));
  } else if (frames < maxFrames) requestAnimationFrame(() => scrollToHeading(scroller, slug, frames + 1));
}
