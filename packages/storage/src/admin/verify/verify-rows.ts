import { getTableColumns, getTableName } from 'drizzle-orm';
import { copiedTables } from '../../engines/copy/copy-tables.ts';
import type { MadeTable } from '../../engines/copy/table-row.ts';
import { postgresTables, sqliteTables } from '../../schema/schema.ts';
import type { Findings } from '../problem.ts';
import type { Snapshot } from '../snapshot.ts';
import { columnRules } from './column-rules.ts';
import { rowRules, sqliteRowRules } from './row-rules.ts';

type RuledTable = keyof typeof rowRules;
export const ruledTables = Object.keys(rowRules) as RuledTable[];

/** Primary keys of tables that are not copied. */
const madeTables: Record<MadeTable, readonly string[]> = {
  callSlots: ['keyId'],
  extractedTexts: ['orgId', 'itemId'],
  activitySums: ['orgId', 'subject', 'span', 'start', 'entrance', 'outcome'],
  activityItems: ['activityId'],
  activityPosition: ['name'],
  leases: ['name'],
};

interface Fault {
  label: string;
  fault: number;
}

/** Checks every row of every table except the log, by the types of its columns and by the rows it names. */
export async function* checkRows(snapshot: Snapshot): Findings {
  for (const table of ruledTables) {
    yield* checkTable(snapshot, table);
    yield 1;
  }
}

async function* checkTable(snapshot: Snapshot, table: RuledTable): Findings {
  const definition = (snapshot.dialect === 'sqlite' ? sqliteTables : postgresTables)[table];
  const name = getTableName(definition);
  // Databases before their migration lack some tables and columns.
  if (!(await snapshot.hasTable(name))) return;
  const isComing = (condition: string) =>
    namesIn(condition, /\bt\.(\w+)/g).some((column) => snapshot.coming.has(`${name}.${column}`)) ||
    namesIn(condition, /\bfrom (\w+)/g).some((other) => snapshot.coming.has(other));
  const rules = Object.entries({
    ...columnRules(snapshot.dialect, definition),
    ...rowRules[table],
    ...(snapshot.dialect === 'sqlite' && sqliteRowRules[table]),
  }).filter(([, condition]) => !isComing(condition));
  if (rules.length === 0) return;
  // Reads the table once for all of its rules. The engine evaluates them and returns only faults.
  const cases = rules.map(([, condition], index) => `when ${condition} then ${index}`).join('\n');
  const looked = `select ${labelOf(snapshot, table)} as label, case ${cases} end as fault from ${name} t`;
  for await (const faults of snapshot.pages<Fault>(`select * from (${looked}) as looked where fault is not null`)) {
    for (const { label, fault } of faults) yield { check: 'rows', message: `${name} ${label}: ${rules[fault]?.[0]}` };
  }
}

function namesIn(condition: string, pattern: RegExp): string[] {
  return [...condition.matchAll(pattern)].map(([, name]) => name as string);
}

/** Label of a row for people: its key without the organization, and without columns that a migration still brings. */
function labelOf({ coming }: Snapshot, table: RuledTable): string {
  const properties = { ...copiedTables, ...madeTables }[table];
  const columns = Object.entries(getTableColumns(sqliteTables[table]));
  const names = columns.filter(([property]) => properties.includes(property) && property !== 'orgId').map(([, { name }]) => name);
  const there = names.filter((name) => !coming.has(`${getTableName(sqliteTables[table])}.${name}`));
  return there.map((name) => `cast(t.${name} as text)`).join(" || '/' || ");
}
