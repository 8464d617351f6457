import type { Matches } from './find-matches.ts';
import type { TextIndex } from './text-index.ts';

/** As the style sheet names them. */
const [all, one] = ['gh-found', 'gh-found-one'];
/** So many to each side of the one that somebody is at: a browser redraws them all when the text changes. */
const maxBeside = 1000;

/** Marks what was found on the page, without touching the text. Where a browser cannot, the one that somebody is at is selected. */
export function showMatches(index: TextIndex, { found }: Matches, at: number): void {
  const current = found[at];
  const range = current && index.rangeOf(current);
  if (!('highlights' in CSS)) {
    if (range) getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
    return;
  }
  const beside = found.slice(Math.max(0, at - maxBeside), at + maxBeside);
  CSS.highlights.set(all, new Highlight(...beside.map((match) => still(index.rangeOf(match)))));
  if (!range) return void CSS.highlights.delete(one);
  const highlight = new Highlight(still(range));
  highlight.priority = 1;
  CSS.highlights.set(one, highlight);
}

export function hideMatches(): void {
  if (!('highlights' in CSS)) return;
  for (const name of [all, one]) CSS.highlights.delete(name);
}

/** One that the browser need not keep up with the text: it is rebuilt when that changes. */
function still({ startContainer, startOffset, endContainer, endOffset }: Range): StaticRange {
  return new StaticRange({ startContainer, startOffset, endContainer, endOffset });
}
