import { type RefObject, useEffect, useRef } from 'react';

interface News<Place extends HTMLElement> {
  ref: RefObject<Place | null>;
  tabIndex: -1;
  'data-news': true;
}

/** Moves the focus to new content, so that keyboard and screen reader users are there. */
export function useFocusHere<Place extends HTMLElement>(): News<Place> {
  const ref = useRef<Place>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return { ref, tabIndex: -1, 'data-news': true };
}
