/** The first of the blocks that somebody sees, and where they are. */
export type Seen = { element: Element; top: number }[];

const maxSeen = 40;

/** What of a text is in sight now, before other blocks are shown. */
export function lookAt(scroller: Element, text: Element): Seen {
  const { top, bottom } = scroller.getBoundingClientRect();
  const seen: Seen = [];
  for (const element of text.children) {
    const place = element.getBoundingClientRect();
    if (place.bottom <= top) continue;
    if (place.top >= bottom || seen.length >= maxSeen) break;
    seen.push({ element, top: place.top });
  }
  return seen;
}

/** Scrolls so that what is still there of it stands where it stood. */
export function stayAt(scroller: Element, seen: Seen): void {
  const kept = seen.find(({ element }) => element.isConnected);
  if (!kept) return;
  const moved = kept.element.getBoundingClientRect().top - kept.top;
  // Who is at the top sees what is written there.
  if (moved !== 0 && scroller.scrollTop > 0) scroller.scrollTop += moved;
}
