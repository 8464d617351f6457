import type Database from 'better-sqlite3';
import { sha256 } from '../repos/versions.ts';
import type { Problem } from './verify.ts';

interface Row {
  id: string;
  version_count: number;
  whole_version: number | null;
  size_bytes: number;
  kind: string;
  body: string | null;
  number: number | null;
  version_size: number | null;
  version_kind: string | null;
  sha256: Buffer | null;
  packed: number | null;
  last: number;
}

/** What an item shows is its last version. */
export function* checkHeads(connection: Database.Database): Generator<Problem | number> {
  const rows = connection.prepare<[], Row>(`
    select i.id, i.version_count, i.whole_version, i.size_bytes, i.kind, t.body, v.number, v.size_bytes as version_size,
      v.kind as version_kind, v.sha256, v.packed is not null as packed,
      (select max(number) from versions a where a.org_id = i.org_id and a.item_id = i.id) as last
    from items i
    left join versions v on v.org_id = i.org_id and v.item_id = i.id and v.number = i.version_count
    left join texts t on t.org_id = i.org_id and t.item_id = i.id`);
  let done = 0;
  for (const row of rows.iterate()) {
    const message = faultOf(row);
    if (message !== undefined) yield { check: 'heads', itemId: row.id, message: `${row.id}: ${message}` };
    yield ++done;
  }
}

function faultOf(row: Row): string | undefined {
  if (row.number === null || row.sha256 === null) return `its version ${row.version_count} is not there`;
  if (row.last !== row.version_count) return `it counts ${row.version_count} versions and has ${row.last}`;
  if (row.version_size !== row.size_bytes || row.version_kind !== row.kind) return `it is not what version ${row.version_count} says`;
  if (row.packed && row.body === null) return 'its current text is not there';
  if (!row.packed && row.body !== null) return 'it is no text and has one';
  if (row.body !== null && !sha256(Buffer.from(row.body)).equals(row.sha256)) return `its text is not that of version ${row.version_count}`;
  if (row.packed && row.whole_version === null) return 'it does not know its last whole version';
  return undefined;
}
