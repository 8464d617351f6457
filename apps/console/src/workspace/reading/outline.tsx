import { memo, type RefObject, useEffect, useState } from 'react';
import type { Heading } from './markdown.tsx';
import styles from './outline.module.css';

const deepest = 3;
/** Distance of a line from the top, in pixels. The last heading above this line is the current one. */
const readFrom = 80;

interface OutlineProps {
  headings: readonly Heading[];
  scroller: RefObject<HTMLElement | null>;
  onChoose: (slug: string) => void;
}

/** Headings of a text, with the current one marked. */
export function Outline({ headings, scroller, onChoose }: OutlineProps) {
  const shown = headings.filter(({ depth }) => depth <= deepest);
  const read = useHeadingRead(scroller, headings);
  if (shown.length < 2) return null;
  const least = Math.min(...shown.map(({ depth }) => depth));
  return (
    <nav className={styles.outline} aria-label="Outline">
      <ul>
        {shown.map((heading) => (
          <Line key={heading.slug} heading={heading} indent={heading.depth - least} isRead={heading.slug === read} onChoose={onChoose} />
        ))}
      </ul>
    </nav>
  );
}

interface LineProps {
  heading: Heading;
  indent: number;
  isRead: boolean;
  onChoose: (slug: string) => void;
}

/** Rendered again only when it changes, because a long text has thousands. */
const Line = memo(
  function Line({ heading: { text, slug }, indent, isRead, onChoose }: LineProps) {
    return (
      <li>
        <a
          href={`#${encodeURIComponent(slug)}`}
          style={{ paddingLeft: indent * 12 }}
          aria-current={isRead ? 'location' : undefined}
          title={text}
          onClick={(event) => {
            event.preventDefault();
            onChoose(slug);
          }}
        >
          {text}
        </a>
      </li>
    );
  },
  (before, after) =>
    before.heading.text === after.heading.text &&
    before.heading.slug === after.heading.slug &&
    before.indent === after.indent &&
    before.isRead === after.isRead &&
    before.onChoose === after.onChoose,
);

function useHeadingRead(scroller: RefObject<HTMLElement | null>, headings: readonly Heading[]): string | undefined {
  const [read, setRead] = useState<string>();
  useEffect(() => {
    const place = scroller.current;
    if (!place || headings.length === 0) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const from = place.getBoundingClientRect().top + readFrom;
      const elements = place.querySelectorAll<HTMLElement>('[data-slug]');
      setRead(elements[lastAbove(elements, from)]?.dataset.slug);
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

/** Last element that begins above a line, in a vertical list. -1 if there is none. */
function lastAbove(elements: ArrayLike<Element>, line: number): number {
  let [low, high] = [-1, elements.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((elements[middle]?.getBoundingClientRect().top ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}
