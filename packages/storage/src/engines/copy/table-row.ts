import { getTableColumns } from 'drizzle-orm';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** Tables that the target fills itself: calls of the last minute, data derived from the log and from files, and leases of processes. */
export type MadeTable = 'callSlots' | 'extractedTexts' | 'activitySums' | 'activityItems' | 'activityPosition' | 'leases';
/** A table that is copied, and one of its rows by property. */
export type TableName = Exclude<keyof Tables, MadeTable>;
export type TableRow = Record<string, unknown>;

type AnyTable = Tables['items'];
type AnyColumn = AnyTable['id'];

/** A table and its columns by property. The builder sees all tables as one type: each query names its columns. */
export function tableOf(engine: Engine, name: TableName): { table: AnyTable; columns: Record<string, AnyColumn> } {
  const table = engine.tables[name] as AnyTable;
  const columns: object = getTableColumns(table);
  return { table, columns: columns as Record<string, AnyColumn> };
}
