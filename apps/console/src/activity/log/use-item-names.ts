import { useEffect, useMemo, useRef, useState } from 'react';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import type { ActivityRow } from './filters.ts';

type Names = ReadonlyMap<string, string | null>;

/** Live rows come without the names of their items: those are asked for together, at most so often. */
const everyMs = 2000;
const mostAtOnce = 500;

/** Rows with the names of their items. A live row has none for a moment. */
export function useItemNames(rows: ActivityRow[], input: InputOf<'list_activity'>): ActivityRow[] {
  const { orgId } = useMembership();
  const [asked, setAsked] = useState<Names>(new Map());
  const names = useMemo(() => {
    const known = new Map(asked);
    for (const { itemId, itemName } of rows) if (itemId !== null && itemName !== undefined) known.set(itemId, itemName);
    return known;
  }, [rows, asked]);
  const unnamed = rows.filter(({ itemId, itemName }) => itemId !== null && itemName === undefined && !names.has(itemId));
  const oldest = unnamed.at(-1)?.at;
  const newest = unnamed[0]?.id;
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  const ids = useRef<readonly string[]>([]);
  ids.current = unnamed.flatMap(({ itemId }) => itemId ?? []);

  useEffect(() => {
    if (oldest === undefined) return;
    const ask = async () => {
      askedAt.current = performance.now();
      const wanted = ids.current;
      const { activity } = await call(orgId, 'list_activity', { ...input, since: oldest, limit: mostAtOnce });
      const found = activity.map(({ itemId, itemName }) => [itemId, itemName] as const);
      setAsked((before) => new Map([...before, ...wanted.map((id) => [id, null] as const), ...found] as [string, string | null][]));
    };
    // After a failure, rows have no names until the next unnamed row asks again.
    const timer = setTimeout(() => void ask().catch(() => {}), Math.max(0, askedAt.current + everyMs - performance.now()));
    return () => clearTimeout(timer);
  }, [orgId, oldest, newest, input]);

  return useMemo(
    () =>
      rows.map((row) => (row.itemId === null || row.itemName !== undefined ? row : { ...row, itemName: names.get(row.itemId) ?? null })),
    [rows, names],
  );
}
