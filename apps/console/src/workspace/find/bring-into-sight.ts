/** Room for the bar above, and for reading on below. */
const margin = { top: 64, bottom: 48, side: 24 };
const maxFrames = 12;
/** Frames without movement before scrolling ends. */
const quietFrames = 3;

/**
 * Scrolls to a place of the text. Content on the way is laid out only then, and its height can differ from the estimate.
 * @param covered pixels at the bottom that something else covers
 */
export function bringIntoSight(scroller: HTMLElement, range: Range, covered = 0, frames = 0, quiet = 0): void {
  const parent = range.startContainer.parentElement;
  if (!parent?.isConnected) return;
  for (let closed = parent.closest('details:not([open])'); closed; closed = closed.parentElement?.closest('details:not([open])') ?? null)
    closed.setAttribute('open', '');
  for (let wide: HTMLElement | null = parent; wide && wide !== scroller; wide = wide.parentElement) bringSideways(wide, range);
  const [place, view] = [range.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const isSeen = place.top >= view.top + margin.top && place.bottom <= view.bottom - margin.bottom - covered;
  if (!isSeen) scroller.scrollTop += place.top - view.top - view.height / 3;
  const next = isSeen ? quiet + 1 : 0;
  if (frames < maxFrames && next < quietFrames) requestAnimationFrame(() => bringIntoSight(scroller, range, covered, frames + 1, next));
}

function bringSideways(element: HTMLElement, range: Range): void {
  if (element.scrollWidth <= element.clientWidth) return;
  const [place, view] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
  if (place.left < view.left || place.right > view.right) element.scrollLeft += place.left - view.left - margin.side;
}

/** First place in text order that is not above the visible part. The very first place if all are above. */
export function firstInSight(scroller: HTMLElement, count: number, rangeAt: (index: number) => Range): number {
  const { top } = scroller.getBoundingClientRect();
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rangeAt(middle).getBoundingClientRect().bottom < top) low = middle + 1;
    else high = middle;
  }
  return low < count ? low : 0;
}
