import { useEffect, useRef, useState } from 'react';

const flashMs = 900;

/**
 * Keys of rows that just changed. A new row counts only among rows that were there before: further rows at the end were loaded by
 * scrolling.
 */
export function useChangedRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  versionOf: ((row: Row) => string | number) | undefined,
): ReadonlySet<string> {
  const known = useRef<Map<string, string | number>>(undefined);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!versionOf) return;
    const before = known.current;
    const now = new Map(rows.map((row) => [keyOf(row), versionOf(row)]));
    known.current = now;
    if (!before || before.size === 0) return;
    const news = newsIn(before, now);
    if (news.length > 0) setChanged(new Set(news));
  }, [rows, keyOf, versionOf]);
  useEffect(() => {
    if (changed.size === 0) return;
    const timer = setTimeout(() => setChanged(new Set()), flashMs);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed;
}

export function newsIn(before: ReadonlyMap<string, string | number>, now: ReadonlyMap<string, string | number>): string[] {
  const keys = [...now.keys()];
  const end = keys.findLastIndex((key) => before.has(key));
  return keys.slice(0, end + 1).filter((key) => before.get(key) !== now.get(key));
}
