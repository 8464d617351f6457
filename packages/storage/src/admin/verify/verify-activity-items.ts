import type { Findings } from '../problem.ts';
import type { Snapshot } from '../snapshot.ts';

/**
 * Checks that every row of the log that names an item is listed under it. Covers the rows that were already read for this, and allows no
 * others (D44).
 */
export async function* checkActivityItems(snapshot: Snapshot): Findings {
  if (!(await snapshot.hasTable('activity_items'))) return;
  const [position] = await snapshot.rows<{ activity_id: number }>("select activity_id from activity_position where name = 'items'");
  const through = position?.activity_id ?? 0;
  const [absent] = await snapshot.rows<{ count: number }>(
    `select count(*) as count from activity a where a.id <= $1 and a.item_id is not null and a.org_id <> '' and not exists (
       select 1 from activity_items i where i.org_id = a.org_id and i.item_id = a.item_id and i.activity_id = a.id and i.at = a.at)`,
    [through],
  );
  if (absent?.count) yield { check: 'activity', message: `calls missing from the index of items: ${absent.count}` };
  const [beyond] = await snapshot.rows<{ count: number }>('select count(*) as count from activity_items where activity_id > $1', [through]);
  if (beyond?.count) yield { check: 'activity', message: `calls in the index of items beyond its position in the log: ${beyond.count}` };
}
