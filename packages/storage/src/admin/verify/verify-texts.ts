import type { Snapshot } from '../snapshot.ts';

/** An item with the size of its current text, and the text itself if it is small. */
export interface WithBody {
  org_id: string;
  id: string;
  body: string | null;
  body_bytes: number | null;
}

/** Reads the body of an item. Large texts are read one by one, so that memory never holds a whole page. */
export async function bodyOf(snapshot: Snapshot, { org_id, id, body, body_bytes }: WithBody): Promise<string | null> {
  if (body !== null || body_bytes === null) return body;
  const [row] = await snapshot.rows<{ body: string }>('select body from texts where org_id = $1 and item_id = $2', [org_id, id]);
  return row?.body ?? null;
}
