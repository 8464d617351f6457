import { useEffect, useRef, useState } from 'react';

const flashMs = 900;

/** Keys of the rows that changed a moment ago; those that are new do not count on the first look. */
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
    const news = [...now].filter(([key, version]) => before.get(key) !== version).map(([key]) => key);
    if (news.length > 0) setChanged(new Set(news));
  }, [rows, keyOf, versionOf]);
  useEffect(() => {
    if (changed.size === 0) return;
    const timer = setTimeout(() => setChanged(new Set()), flashMs);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed;
}
