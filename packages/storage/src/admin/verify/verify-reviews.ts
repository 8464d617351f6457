import { sha256 } from '../../repos/workspace/versions.ts';
import type { Findings } from '../problem.ts';
import type { Snapshot } from '../snapshot.ts';

interface Row {
  org_id: string;
  item_id: string;
}

/** Compares reviewed texts with their checksums. Reads one text at a time, because each can have megabytes. */
export async function* checkReviews(snapshot: Snapshot): Findings {
  if (!(await snapshot.hasTable('reviews'))) return;
  for await (const rows of snapshot.pages<Row>('select org_id, item_id from reviews where body is not null')) {
    yield rows.length;
    for (const { org_id, item_id } of rows) {
      const [found] = await snapshot.rows<{ body: string; sha256: Buffer | null }>(
        'select body, sha256 from reviews where org_id = $1 and item_id = $2',
        [org_id, item_id],
      );
      if (!found || !sha256(Buffer.from(found.body)).equals(found.sha256 ?? Buffer.alloc(0)))
        yield { check: 'rows', message: `reviews ${item_id}: its text does not match its checksum` };
    }
  }
}
