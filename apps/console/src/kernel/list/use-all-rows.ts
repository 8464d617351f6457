import { maxBulkItems } from '@gatehouse/domain';
import { useEffect, useRef, useState } from 'react';

/**
 * Selects all rows of a list that is only partly loaded, up to as many as can be changed at once. Selects again only when a page arrives,
 * which changes `onEndNear`, so rows that others add meanwhile are not selected.
 */
export function useAllRows(count: number, onEndNear: (() => void) | undefined, selectLoaded: () => void) {
  const [wanted, setWanted] = useState<object>();
  const loaded = useRef({ count, selectLoaded });
  loaded.current = { count, selectLoaded };
  const most = useRef(0);
  useEffect(() => {
    if (!wanted) return;
    const { count, selectLoaded } = loaded.current;
    // Rows have left because the selected ones were changed. Refused ones stay selected.
    if (count < most.current) return setWanted(undefined);
    most.current = count;
    selectLoaded();
    if (count < maxBulkItems) onEndNear?.();
  }, [wanted, onEndNear]);
  return {
    /** Selects all loaded rows, and those of each page that arrives later. */
    selectAll() {
      most.current = 0;
      setWanted({});
    },
    /** Leaves the selection to the person. */
    stop: () => setWanted(undefined),
  };
}
