import { type RefObject, useEffect, useState } from 'react';
import type { Heading } from './markdown.tsx';
import styles from './outline.module.css';

const deepest = 3;
/** Pixels below the top from which on a heading is the one that is read. */
const readFrom = 80;

interface OutlineProps {
  headings: readonly Heading[];
  scroller: RefObject<HTMLElement | null>;
  onChoose: (slug: string) => void;
}

/** The headings of a text, and which of them is read. */
export function Outline({ headings, scroller, onChoose }: OutlineProps) {
  const shown = headings.filter(({ depth }) => depth <= deepest);
  const read = useHeadingRead(scroller, headings);
  if (shown.length < 2) return null;
  const least = Math.min(...shown.map(({ depth }) => depth));
  return (
    <nav className={styles.outline} aria-label="Outline">
      <ul>
        {shown.map(({ text, slug, depth }) => (
          <li key={slug}>
            <a
              href={`#${encodeURIComponent(slug)}`}
              style={{ paddingLeft: (depth - least) * 12 }}
              aria-current={slug === read ? 'location' : undefined}
              title={text}
              onClick={(event) => {
                event.preventDefault();
                onChoose(slug);
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function useHeadingRead(scroller: RefObject<HTMLElement | null>, headings: readonly Heading[]): string | undefined {
  const [read, setRead] = useState<string>();
  useEffect(() => {
    const place = scroller.current;
    if (!place || headings.length === 0) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const from = place.getBoundingClientRect().top + readFrom;
      const elements = [...place.querySelectorAll<HTMLElement>('[data-slug]')];
      setRead(elements.findLast((element) => element.getBoundingClientRect().top <= from)?.dataset.slug);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    place.addEventListener('scroll', onScroll, { passive: true });
    onScroll();
    return () => {
      place.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [scroller, headings]);
  return read;
}
