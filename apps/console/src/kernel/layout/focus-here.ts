import { type RefObject, useEffect, useRef } from 'react';

interface News<Place extends HTMLElement> {
  ref: RefObject<Place | null>;
  tabIndex: -1;
  'data-news': true;
}

/** For what has just come: it takes the focus, so that who uses the keys or a screen reader is where the news is. */
export function useFocusHere<Place extends HTMLElement>(): News<Place> {
  const ref = useRef<Place>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return { ref, tabIndex: -1, 'data-news': true };
}
