import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { bringIntoSight } from '../find/bring-into-sight.ts';
import { useIndexedText } from '../find/use-find.ts';
import { has, type Thread } from './comment-threads.ts';
import { createQuoteFinder } from './quote.ts';

/** Names of highlights in the style sheet. */
const [all, one] = ['gh-commented', 'gh-commented-one'];

interface Marks {
  content: RefObject<HTMLElement | null>;
  /** Source of the text on the page. Null if the page shows another text or none. */
  source: string | null;
  threads: readonly Thread[] | undefined;
  /** Comment to highlight and scroll to. */
  chosen: string | undefined;
  onChoose: (commentId: string) => void;
}

/** Marks quoted words in the text, and scrolls to those of the chosen comment. Clicking quoted words chooses their comment. */
export function useCommentMarks({ content, source, threads, chosen, onChoose }: Marks): (commentId: string) => void {
  const index = useIndexedText(content, source !== null && (threads ?? []).some(isQuoted));
  const ranges = useRef<ReadonlyMap<string, Range>>(new Map());
  const shown = useRef<string>(undefined);
  const latest = useRef(onChoose);
  latest.current = onChoose;

  const show = useCallback(
    (commentId: string) => {
      const range = ranges.current.get(commentId);
      if (range && content.current) bringIntoSight(content.current, range);
    },
    [content],
  );

  useEffect(() => {
    const found = new Map<string, Range>();
    const quoted = (threads ?? []).filter(isQuoted);
    if (index && source !== null && quoted.length > 0) {
      const find = createQuoteFinder(source, index.text);
      for (const { root } of quoted) {
        const place = find({ quote: root.quote ?? '', line: root.line ?? 1 });
        if (place) found.set(root.commentId, index.rangeOf(place));
      }
    }
    ranges.current = found;
    const ofChosen = threads?.find((thread) => has(thread, chosen))?.root.commentId;
    mark(found, ofChosen);
    if (ofChosen === undefined) shown.current = undefined;
    else if (shown.current !== ofChosen && found.has(ofChosen)) {
      shown.current = ofChosen;
      show(ofChosen);
    }
    return unmark;
  }, [index, source, threads, chosen, show]);

  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const onClick = (event: MouseEvent) => {
      const isLink = event.target instanceof Element && event.target.closest('a, button, input, summary') !== null;
      if (isLink || getSelection()?.isCollapsed === false) return;
      const hit = [...ranges.current].find(([, range]) => contains(range, event));
      if (hit) latest.current(hit[0]);
    };
    element.addEventListener('click', onClick);
    return () => element.removeEventListener('click', onClick);
  }, [content]);
  return show;
}

const isQuoted = ({ root }: Thread) => root.quote !== null && root.line !== null;

function contains(range: Range, { clientX, clientY }: MouseEvent): boolean {
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
  );
}

function mark(ranges: ReadonlyMap<string, Range>, chosen: string | undefined): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.set(all, new Highlight(...ranges.values()));
  const range = chosen === undefined ? undefined : ranges.get(chosen);
  if (!range) return void CSS.highlights.delete(one);
  const highlight = new Highlight(range);
  highlight.priority = 1;
  CSS.highlights.set(one, highlight);
}

function unmark(): void {
  if (!('highlights' in CSS)) return;
  for (const name of [all, one]) CSS.highlights.delete(name);
}
