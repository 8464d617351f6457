import { maxBulkItems } from '@gatehouse/domain';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface AllRows {
  /** Selects all rows, and those of the pages that are loaded from now on. */
  selectAll: () => void;
  /** Leaves the selection to the person. */
  stop: () => void;
}

/**
 * Selects all rows of a list of which only a part is loaded, up to as many as can be changed at once. Selects again only after a page has
 * come, which changes `onEndNear`: rows that others add meanwhile are not selected.
 */
export function useAllRows(count: number, onEndNear: (() => void) | undefined, selectLoaded: () => void): AllRows {
  const [wanted, setWanted] = useState<object>();
  const loaded = useRef({ count, selectLoaded });
  loaded.current = { count, selectLoaded };
  useEffect(() => {
    if (!wanted) return;
    loaded.current.selectLoaded();
    if (loaded.current.count < maxBulkItems) onEndNear?.();
  }, [wanted, onEndNear]);
  return { selectAll: useCallback(() => setWanted({}), []), stop: useCallback(() => setWanted(undefined), []) };
}
