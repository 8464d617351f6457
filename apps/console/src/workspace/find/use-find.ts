import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { bringIntoSight, firstInSight } from './bring-into-sight.ts';
import { findMatches, type Match, type Matches } from './find-matches.ts';
import { hideMatches, showMatches } from './show-matches.ts';
import { indexText, type TextIndex } from './text-index.ts';

/** While a text is typeset, part by part, it is looked through no oftener. */
const againAfterMs = 150;
/** Said with the place, for who does not see it. */
const wordsBeside = 60;

interface Found extends Matches {
  index: TextIndex;
  /** Which of them somebody is at. */
  at: number;
}

/** What is found of a text in what is shown, and the way from one place to the next. */
export function useFind(content: RefObject<HTMLElement | null>, wanted: string) {
  const text = useIndexedText(content);
  const [found, setFound] = useState<Found>();
  // Keys come faster than the page shows what they did.
  const latest = useRef<Found>(undefined);
  const shownFor = useRef('');

  const show = useCallback(
    (next: Found, scrolls: boolean) => {
      latest.current = next;
      setFound(next);
      showMatches(next.index, next, next.at);
      const match = next.found[next.at];
      if (scrolls && match && content.current) bringIntoSight(content.current, next.index.rangeOf(match));
    },
    [content],
  );

  useEffect(() => {
    const scroller = content.current;
    if (!text || !scroller) return;
    const matches = findMatches(text.text, wanted);
    const isNew = shownFor.current !== wanted;
    // The first place of it may be in a part of the text that is not there yet.
    if (matches.found.length > 0) shownFor.current = wanted;
    // What somebody is at stays it, when the text around it changes.
    const at = isNew
      ? firstInSight(scroller, matches.found.length, (index) => text.rangeOf(matches.found[index] as Match))
      : sameIn(matches, latest.current);
    show({ ...matches, index: text, at }, isNew);
  }, [text, wanted, content, show]);

  useEffect(() => hideMatches, []);

  const go = useCallback(
    (by: 1 | -1) => {
      const now = latest.current;
      if (!now || now.found.length === 0) return;
      show({ ...now, at: (now.at + by + now.found.length) % now.found.length }, true);
    },
    [show],
  );
  /** Leaves the place selected, for what is done with it next. */
  const select = useCallback(() => {
    const now = latest.current;
    const match = now?.found[now.at];
    const range = match && now.index.rangeOf(match);
    if (range) getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
  }, []);
  return {
    at: found?.at ?? 0,
    count: found?.found.length ?? 0,
    hasMore: found?.hasMore ?? false,
    around: found && aroundOf(found),
    go,
    select,
  };
}

function aroundOf({ index, found, at }: Found): string {
  const match = found[at];
  if (!match) return '';
  const part = index.text.slice(Math.max(0, match.start - wordsBeside), match.end + wordsBeside);
  return part.replaceAll('\u0000', ' ').replaceAll(/\s+/g, ' ').trim();
}

/** The match nearest to the one before: it is at the same place, or as far from the end. */
function sameIn({ found }: Matches, before: Found | undefined): number {
  const start = before?.found[before.at]?.start ?? 0;
  const next = found.findIndex((match) => match.start >= start);
  return next < 0 ? Math.max(0, found.length - 1) : next;
}

/** The text of what is shown, updated whenever that changes. */
function useIndexedText(content: RefObject<HTMLElement | null>): TextIndex | undefined {
  const [index, setIndex] = useState<TextIndex>();
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      setIndex(indexText(element));
    };
    read();
    const observer = new MutationObserver(() => {
      timer ??= setTimeout(read, againAfterMs);
    });
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [content]);
  return index;
}
