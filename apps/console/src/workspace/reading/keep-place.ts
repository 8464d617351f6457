/** First visible blocks and their positions. */
export type Seen = { element: Element; top: number }[];

const maxSeen = 40;

/** Remembers the visible blocks before the text changes. */
export function lookAt(scroller: Element, text: Element): Seen {
  const window = scroller.getBoundingClientRect();
  return visibleIn(text, window)
    .flatMap(({ element: group }) => visibleIn(group, window))
    .slice(0, maxSeen);
}

function visibleIn(parent: Element, { top, bottom }: DOMRect): Seen {
  const seen: Seen = [];
  for (const element of parent.children) {
    const place = element.getBoundingClientRect();
    if (place.bottom <= top) continue;
    if (place.top >= bottom) break;
    seen.push({ element, top: place.top });
  }
  return seen;
}

/** Scrolls so that remaining visible blocks keep their position. */
export function stayAt(scroller: Element, seen: Seen): void {
  const kept = seen.find(({ element }) => element.isConnected);
  if (!kept) return;
  const moved = kept.element.getBoundingClientRect().top - kept.top;
  // At the top, new text stays visible.
  if (moved !== 0 && scroller.scrollTop > 0) scroller.scrollTop += moved;
}
