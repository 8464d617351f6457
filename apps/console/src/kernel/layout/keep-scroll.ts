import type { ParsedLocation, RouterHistory } from '@tanstack/react-router';

/** Scroll positions for one entry of the browser's history, by the name of the scrolling element. */
type Positions = Map<string, number>;

/** Maximum time to restore a position. A list that loads page by page may still be too short by then. */
const maxMs = 10_000;
/** Events of a person who scrolls or does something else. They stop restoring. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

interface KeptRouter {
  history: Pick<RouterHistory, 'subscribe'>;
  state: { location: ParsedLocation; resolvedLocation?: ParsedLocation | undefined };
  subscribe(event: 'onRendered', listener: () => void): () => void;
}

/** Remembers how far each page was scrolled. Back and Forward return to that place, as soon as the page is long enough again. */
export function keepScroll(router: KeptRouter): void {
  const entries: { path: string; positions: Positions }[] = [];
  let stop = () => {};
  let wanted: Positions = new Map();

  document.addEventListener(
    'scroll',
    ({ target }) => {
      // While the next page loads, the old page can still scroll. Store its position under its own address.
      const shown = router.state.resolvedLocation ?? router.state.location;
      const name = target instanceof Element ? nameOf(target) : undefined;
      if (name === undefined || wanted.has(name)) return;
      const index = shown.state.__TSR_index;
      if (entries[index]?.path !== shown.pathname) entries[index] = { path: shown.pathname, positions: new Map() };
      entries[index]?.positions.set(name, (target as Element).scrollTop);
    },
    { capture: true, passive: true },
  );

  router.history.subscribe(({ location, action }) => {
    if (action.type === 'REPLACE') return;
    stop();
    const index = location.state.__TSR_index;
    if (action.type === 'PUSH') entries.length = Math.min(entries.length, index);
    else if (entries[index]) returnTo(index, new Map(entries[index].positions));
  });

  function returnTo(index: number, positions: Positions): void {
    wanted = positions;
    const move = () => {
      // The page that is being left can have a scroller of the same name.
      if (router.state.resolvedLocation?.state.__TSR_index !== index) return;
      for (const [name, top] of wanted) {
        const scroller = scrollerNamed(name);
        if (!scroller) continue;
        scroller.scrollTop = top;
        // Some screens make the browser round positions.
        if (Math.abs(scroller.scrollTop - top) <= 1) wanted.delete(name);
      }
      if (wanted.size === 0) stop();
    };
    const observer = new MutationObserver(move);
    const unsubscribe = router.subscribe('onRendered', move);
    const timer = setTimeout(() => stop(), maxMs);
    stop = () => {
      wanted = new Map();
      observer.disconnect();
      unsubscribe();
      clearTimeout(timer);
      for (const name of ownMoves) document.removeEventListener(name, stop, true);
      stop = () => {};
    };
    for (const name of ownMoves) document.addEventListener(name, stop, true);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
  }
}

/**
 * Returns the name of a scrolling element: its `aria-label`, which every element with keyboard focus has. Empty for the page's content,
 * which has an `id` instead. Undefined outside of `main`.
 */
function nameOf(scroller: Element): string | undefined {
  if (scroller.closest('main') === null) return undefined;
  return scroller.id === 'content' ? '' : (scroller.getAttribute('aria-label') ?? undefined);
}

function scrollerNamed(name: string): Element | null {
  return document.querySelector(name === '' ? 'main #content' : `main [aria-label="${CSS.escape(name)}"]`);
}
