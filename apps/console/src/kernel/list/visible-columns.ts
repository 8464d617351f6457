import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { Column } from './column.ts';

/** The columns that there is room for: each says from which width of the list it is shown. */
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
