import { getTableColumns, sql } from 'drizzle-orm';
import { pageLimit, type Query } from '../engine.ts';
import type { Op } from '../ops.ts';
import type { Tables } from '../schema.ts';
import type { CopyEnd } from './copy-end.ts';
import { rowInserter } from './insert-rows.ts';
import type { TableName, TableRow } from './table-row.ts';

/**
 * Every table and the properties of its primary key, in which it is copied. Calls of the last minute stay behind:
 * the copy takes longer than they count.
 */
export const copiedTables: Record<TableName, readonly string[]> = {
  organizations: ['id'],
  people: ['orgId', 'id'],
  agents: ['orgId', 'id'],
  keys: ['orgId', 'id'],
  accounts: ['id'],
  sessions: ['id'],
  links: ['id'],
  guesses: ['id'],
  folders: ['orgId', 'id'],
  folderShares: ['orgId', 'folderId', 'personId'],
  blobs: ['id'],
  blobChunks: ['blobId', 'number'],
  fileObjects: ['blobId'],
  texts: ['orgId', 'itemId'],
  versions: ['orgId', 'itemId', 'number'],
  items: ['orgId', 'id'],
  importPaths: ['orgId', 'path'],
  tasks: ['orgId', 'id'],
  connections: ['orgId', 'id'],
  connectionSecrets: ['orgId', 'connectionId', 'field'],
  serviceTools: ['orgId', 'connectionId', 'name'],
  activity: ['id'],
};

export const tableNames = Object.keys(copiedTables) as TableName[];

export interface TableAccess {
  count(): Op<number>;
  /** Rows in the order of the primary key, behind one of them. */
  read(after: TableRow | undefined, limit: number): Op<TableRow[]>;
  last(): Op<TableRow | undefined>;
  insert(rows: TableRow[]): Op<void>;
}

/** The search rows of items differ by engine, and are given anew: a copy reads and writes them as null. */
export function tableAccess({ engine }: CopyEnd, name: TableName): TableAccess {
  // All tables are one to the builder here; each query names its columns.
  const table = engine.tables[name] as Tables['items'];
  const columns = getTableColumns(table) as unknown as Record<string, Tables['items']['id']>;
  const properties = Object.keys(columns).filter((property) => property !== 'searchRow');
  const fields = Object.fromEntries(properties.map((property) => [property, columns[property]!]));
  const keys = copiedTables[name].map((property) => columns[property]!);
  const keyList = sql.join(keys, sql`, `);
  const after = sql`(${keyList}) > (${sql.join(
    copiedTables[name].map((property) => sql.placeholder(property)),
    sql`, `,
  )})`;
  const page = (which: string, where: typeof after | undefined): Query<TableRow[]> =>
    engine.prepare(`copy_${which}_${name}`, (db) =>
      db
        .select(fields)
        .from(table)
        .where(where)
        .orderBy(...keys)
        .limit(pageLimit()),
    );
  const first = page('first', undefined);
  const next = page('next', after);
  const last = engine.prepare(`copy_last_${name}`, (db) =>
    db
      .select(fields)
      .from(table)
      .orderBy(...keys.map((key) => sql`${key} desc`))
      .limit(1),
  );
  const count = engine.prepare(`copy_count_${name}`, (db) => db.select({ count: sql<number>`count(*)` }).from(table));
  return {
    *count() {
      return (yield* count({}))[0]?.count ?? 0;
    },
    read: (row, limit) => (row ? next({ ...row, limit }) : first({ limit })),
    *last() {
      return (yield* last({}))[0];
    },
    insert: rowInserter(engine, name, properties),
  };
}

/** The time of the oldest row of the log, in milliseconds; undefined when it is empty. */
export async function oldestActivity({ engine, transaction }: CopyEnd): Promise<number | undefined> {
  const { activity } = engine.tables;
  const oldest = engine.prepare('copy_oldest_activity', (db) => db.select({ at: sql<number | null>`min(${activity.at})` }).from(activity));
  return (await transaction(() => oldest({})))[0]?.at ?? undefined;
}
