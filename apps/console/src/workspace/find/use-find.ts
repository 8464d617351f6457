import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { bringIntoSight, firstInSight } from './bring-into-sight.ts';
import { findMatches, type Match, type Matches } from './find-matches.ts';
import { hideMatches, showMatches } from './show-matches.ts';
import { indexText, type TextIndex } from './text-index.ts';

/** Minimum time between two searches while a text is rendered part by part. */
const againAfterMs = 150;
/** Length of the text around a match that is read aloud with it. */
const wordsBeside = 60;

interface Found extends Matches {
  index: TextIndex;
  /** Index of the current match. */
  at: number;
}

/** Matches of a text on the page, and moves between them. */
export function useFind(content: RefObject<HTMLElement | null>, wanted: string) {
  const text = useIndexedText(content);
  const [found, setFound] = useState<Found>();
  // Latest state: keys can come faster than renders.
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
    // Keep looking: its first match can be in a part of the text that is not loaded yet.
    if (matches.found.length > 0) shownFor.current = wanted;
    // Keeps the current match when the text around it changes.
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
  /** Leaves the match selected for the next action. */
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

/** Finds the first match at or after the place of the previous one, or else the last match. */
function sameIn({ found }: Matches, before: Found | undefined): number {
  const start = before?.found[before.at]?.start ?? 0;
  const next = found.findIndex((match) => match.start >= start);
  return next < 0 ? Math.max(0, found.length - 1) : next;
}

/** Indexes the text on the page, and again whenever it changes. Undefined if not wanted. */
export function useIndexedText(content: RefObject<HTMLElement | null>, isWanted = true): TextIndex | undefined {
  const [index, setIndex] = useState<TextIndex>();
  useEffect(() => {
    const element = content.current;
    if (!element || !isWanted) return;
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
  }, [content, isWanted]);
  return isWanted ? index : undefined;
}
