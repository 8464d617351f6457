import { type Column, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import type { Query } from '../../query/engine.ts';
import { batchRows, fittingRows } from './batch.ts';
import type { CopyEnd } from './copy-end.ts';
import { rowInserter } from './insert-rows.ts';
import { type TableName, type TableRow, tableOf } from './table-row.ts';

/**
 * Every table with the properties of its primary key. Rows are copied in the order of that key. Calls of the last minute are not copied:
 * the copy takes longer than they count. Sums of the log are computed from its copy (D44).
 */
export const copiedTables: Record<TableName, readonly string[]> = {
  organizations: ['id'],
  people: ['orgId', 'id'],
  agents: ['orgId', 'id'],
  keys: ['orgId', 'id'],
  personGroups: ['orgId', 'id'],
  groupMembers: ['orgId', 'groupId', 'personId'],
  accounts: ['id'],
  sessions: ['id'],
  links: ['id'],
  guesses: ['id'],
  companyIdentities: ['id'],
  companySignIns: ['id'],
  allowedDomains: ['orgId', 'domain'],
  passkeys: ['id'],
  passkeyChallenges: ['id'],
  oauthClients: ['id'],
  oauthRecords: ['id'],
  oauthSeeds: ['id'],
  connectSteps: ['id'],
  strangerRows: ['id'],
  folders: ['orgId', 'id'],
  folderShares: ['orgId', 'folderId', 'sharedWith'],
  blobs: ['id'],
  blobChunks: ['blobId', 'number'],
  fileObjects: ['blobId'],
  texts: ['orgId', 'itemId'],
  reviews: ['orgId', 'itemId'],
  reviewDecisions: ['orgId', 'itemId', 'number'],
  versions: ['orgId', 'itemId', 'number'],
  items: ['orgId', 'id'],
  skillManifests: ['orgId', 'itemId', 'hash'],
  skillBlobs: ['orgId', 'itemId', 'sha256'],
  skillReviews: ['orgId', 'itemId', 'version'],
  skillLoads: ['orgId', 'itemId', 'readerId', 'client', 'machine'],
  changes: ['orgId', 'subjectId', 'number'],
  comments: ['orgId', 'id'],
  inboxReads: ['orgId', 'subjectId', 'personId'],
  importPaths: ['orgId', 'path'],
  takeBacks: ['orgId', 'id'],
  takeBackItems: ['orgId', 'takeBackId', 'itemId'],
  bulkChanges: ['orgId', 'id'],
  bulkChangeItems: ['orgId', 'bulkChangeId', 'number'],
  tasks: ['orgId', 'id'],
  connections: ['orgId', 'id'],
  connectionShares: ['orgId', 'connectionId', 'groupId'],
  connectionSecrets: ['orgId', 'connectionId', 'field'],
  connectionStates: ['orgId', 'connectionId', 'at'],
  connectionAccounts: ['orgId', 'connectionId', 'personId'],
  connectionAuthorizations: ['id'],
  serviceTools: ['orgId', 'connectionId', 'name'],
  webhooks: ['orgId', 'id'],
  idempotentCalls: ['orgId', 'agentId', 'tool', 'callKey'],
  activity: ['id'],
};

export const tableNames = Object.keys(copiedTables) as TableName[];

/** Columns whose values can be megabytes. */
const largeColumns: Partial<Record<TableName, readonly string[]>> = {
  blobChunks: ['data'],
  texts: ['body'],
  reviews: ['body'],
  versions: ['packed'],
  skillManifests: ['packed'],
  idempotentCalls: ['answer'],
  serviceTools: ['description', 'inputSchema', 'outputSchema', 'approvedDefinition'],
};

export interface TableAccess {
  count(): Op<number>;
  /** Rows after one row, in the order of the primary key: at least one if any is left, and at most one batch. */
  read(after: TableRow | undefined, most?: number): Op<TableRow[]>;
  insert(rows: TableRow[]): Op<void>;
}

/** Access to a table. Search rows of items differ by engine and are rebuilt: a copy reads and writes them as null. */
export function tableAccess({ engine }: CopyEnd, name: TableName): TableAccess {
  const { table, columns } = tableOf(engine, name);
  const properties = Object.keys(columns).filter((property) => property !== 'searchRow');
  const fields = Object.fromEntries(properties.map((property) => [property, columns[property]!]));
  const keys = copiedTables[name].map((property) => columns[property]!);
  const keyList = sql.join(keys, sql`, `);
  const after = sql`(${keyList}) > (${sql.join(
    copiedTables[name].map((property) => sql.placeholder(property)),
    sql`, `,
  )})`;
  const large = largeColumns[name]?.map((property) => sizeOf(columns[property]!));
  const sizes = large && { bytes: sql<number>`${sql.join(large, sql` + `)}` };

  function page<Row>(which: string, selected: Record<string, Column | SQL>): (row: TableRow | undefined, limit: number) => Op<Row[]> {
    const pageFrom = (where: SQL | undefined) =>
      engine.prepare(`copy_${which}_${where ? 'next' : 'first'}_${name}`, (db) =>
        db
          .select(selected as typeof fields)
          .from(table)
          .where(where)
          .orderBy(...keys)
          .limit(sql.placeholder('limit')),
      ) as unknown as Query<Row[]>;
    const [first, next] = [pageFrom(undefined), pageFrom(after)];
    return (row, limit) => (row ? next({ ...row, limit }) : first({ limit }));
  }

  const rows = page<TableRow>('rows', fields);
  const rowSizes = sizes && page<{ bytes: number }>('sizes', sizes);
  const count = engine.prepare(`copy_count_${name}`, (db) => db.select({ count: sql<number>`count(*)` }).from(table));
  return {
    *count() {
      return (yield* count({}))[0]?.count ?? 0;
    },
    *read(row, most = batchRows) {
      return yield* rows(row, rowSizes ? fittingRows(yield* rowSizes(row, most)) : most);
    },
    insert: rowInserter(engine, name, properties),
  };
}

function sizeOf(column: Column): SQL {
  return sql`coalesce(octet_length(${column.dataType === 'json' ? sql`cast(${column} as text)` : column}), 0)`;
}

/** Time of the oldest row of the log, in milliseconds. Undefined if the log is empty. */
export async function oldestActivity({ engine, transaction }: CopyEnd): Promise<number | undefined> {
  const { activity } = engine.tables;
  const oldest = engine.prepare('copy_oldest_activity', (db) => db.select({ at: sql<number | null>`min(${activity.at})` }).from(activity));
  return (await transaction(() => oldest({})))[0]?.at ?? undefined;
}
