import type { Matches } from './find-matches.ts';
import type { TextIndex } from './text-index.ts';

/** Names in the style sheet. */
const [all, one] = ['gh-found', 'gh-found-one'];
/** Maximum marked matches on each side of the current one. A browser redraws all marks when the text changes. */
const maxBeside = 1000;

/** Marks matches on the page without changing the text. Browsers without highlights select the current match instead. */
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

/** Static range, which the browser need not update. It is rebuilt when the text changes. */
function still({ startContainer, startOffset, endContainer, endOffset }: Range): StaticRange {
  return new StaticRange({ startContainer, startOffset, endContainer, endOffset });
}
