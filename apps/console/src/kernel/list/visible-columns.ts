import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { Column } from './column.ts';

/** Columns that fit: each has a minimum width of the list. */
export function useVisibleColumns<Row>(place: RefObject<HTMLElement | null>, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const [width, setWidth] = useState(() => window.innerWidth);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return useMemo(() => columns.filter(({ from = 0 }) => width >= from), [columns, width]);
}
