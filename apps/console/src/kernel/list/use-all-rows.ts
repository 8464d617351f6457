import { maxBulkItems } from '@gatehouse/domain';
import { useEffect, useRef, useState } from 'react';

/**
 * Selects all rows of a list of which only a part is loaded, up to as many as can be changed at once. Selects again only after a page has
 * come, which changes `onEndNear`: rows that others add meanwhile are not selected.
 */
export function useAllRows(count: number, onEndNear: (() => void) | undefined, selectLoaded: () => void) {
  const [wanted, setWanted] = useState<object>();
  const loaded = useRef({ count, selectLoaded });
  loaded.current = { count, selectLoaded };
  const most = useRef(0);
  useEffect(() => {
    if (!wanted) return;
    const { count, selectLoaded } = loaded.current;
    // Rows have left: the selected ones were acted on, and refused ones stay selected.
    if (count < most.current) return setWanted(undefined);
    most.current = count;
    selectLoaded();
    if (count < maxBulkItems) onEndNear?.();
  }, [wanted, onEndNear]);
  return {
    /** Selects all rows, and those of the pages that are loaded from now on. */
    selectAll() {
      most.current = 0;
      setWanted({});
    },
    /** Leaves the selection to the person. */
    stop: () => setWanted(undefined),
  };
}
