import type { ReactNode } from 'react';
import { Failed } from './failed.tsx';
import { FirstRows } from './first-rows.tsx';

/** A list with the state of its request. */
export interface AskedRows<Row> {
  /** Undefined until the first rows have arrived. */
  rows: readonly Row[] | undefined;
  /** Error of the last call. Earlier rows stay. */
  error: Error | null;
  refetch: () => unknown;
}

interface ListStatesProps<Row> {
  of: AskedRows<Row>;
  /** Shown in place of an empty list. Without it, the list itself is shown. */
  empty?: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list in each of its states: loading, failed, without rows, with rows. */
export function ListStates<Row>({ of: { rows, error, refetch }, empty, children }: ListStatesProps<Row>) {
  if (!rows) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <FirstRows />;
  return rows.length === 0 && empty !== undefined ? empty : children(rows);
}
