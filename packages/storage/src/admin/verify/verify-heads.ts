import { dayMs } from '@gatehouse/domain';
import { readSkill } from '@gatehouse/domain/skills';
import { countLines } from '../../kernel/lines.ts';
import { sha256 } from '../../repos/workspace/versions.ts';
import type { Findings } from '../problem.ts';
import { type Snapshot, smallValue } from '../snapshot.ts';
import { bodyOf, type WithBody } from './verify-texts.ts';

interface Row extends WithBody {
  type: string;
  description: string | null;
  version_count: number;
  whole_version: number | null;
  size_bytes: number;
  kind: string;
  total_lines: number | null;
  last_change: string;
  head_sha256: Buffer;
  updated_at: number;
  number: number | null;
  version_size: number | null;
  version_kind: string | null;
  version_summary: string | null;
  version_at: number | null;
  base: number | null;
  sha256: Buffer | null;
  packed: number | boolean | null;
  last: number;
}

/** Checks that an item matches its last version. */
export async function* checkHeads(snapshot: Snapshot): Findings {
  const pages = snapshot.pages<Row>(`
    select i.org_id, i.id, i.type, i.description, i.version_count, i.whole_version, i.size_bytes, i.kind, i.total_lines, i.last_change, i.sha256 as head_sha256,
      i.updated_at, ${smallValue('t.body', 'body')}, v.number,
      v.size_bytes as version_size, v.kind as version_kind, v.summary as version_summary, v.at as version_at, v.base, v.sha256, v.packed is not null as packed,
      (select max(number) from versions a where a.org_id = i.org_id and a.item_id = i.id) as last
    from items i
    left join versions v on v.org_id = i.org_id and v.item_id = i.id and v.number = i.version_count
    left join texts t on t.org_id = i.org_id and t.item_id = i.id`);
  for await (const rows of pages) {
    for (const row of rows) {
      const message = faultOf(row, await bodyOf(snapshot, row));
      if (message !== undefined) yield { check: 'heads', itemId: row.id, message: `${row.id}: ${message}` };
    }
    yield rows.length;
  }
}

function faultOf(row: Row, body: string | null): string | undefined {
  if (row.number === null || row.sha256 === null) return `its version ${row.version_count} does not exist`;
  if (row.last !== row.version_count) return `it counts ${row.version_count} versions but has ${row.last}`;
  if (
    row.version_size !== row.size_bytes ||
    row.version_kind !== row.kind ||
    row.version_summary !== row.last_change ||
    !row.sha256.equals(row.head_sha256)
  )
    return `it does not match version ${row.version_count}`;
  if (row.updated_at < (row.version_at ?? 0) - dayMs) return `it was updated before version ${row.version_count} was created`;
  // A later text is stored as a difference to the whole version that the item names.
  if (row.whole_version !== (row.packed ? (row.base ?? row.number) : null)) return 'it does not name its last version that is stored whole';
  return faultOfText(row, body) ?? faultOfDescription(row, body);
}

/** Checks the description. A skill's description is in its SKILL.md. */
function faultOfDescription({ type, description }: Row, body: string | null): string | undefined {
  const skill = type === 'skill' && body !== null ? readSkill({ content: body }) : undefined;
  return skill?.ok && skill.description !== description ? 'its description does not match its SKILL.md' : undefined;
}

function faultOfText({ packed, sha256: expected, version_count, total_lines }: Row, body: string | null): string | undefined {
  if (packed && body === null) return 'its current text is missing';
  if (!packed && body !== null) return 'it is not text but has a text';
  if (body === null) return total_lines !== null && total_lines < 0 ? `it has ${total_lines} lines` : undefined;
  if (!(expected instanceof Uint8Array) || !sha256(Buffer.from(body)).equals(expected))
    return `its text does not match version ${version_count}`;
  const lines = countLines(body);
  return lines === total_lines ? undefined : `it counts ${total_lines} lines but has ${lines}`;
}
