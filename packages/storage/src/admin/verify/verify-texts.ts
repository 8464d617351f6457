import type { Snapshot } from '../snapshot.ts';

/** An item with its current text where that is small, and with the size of it. */
export interface WithBody {
  org_id: string;
  id: string;
  body: string | null;
  body_bytes: number | null;
}

/** A large text is read by itself, so that a page of them is not in memory together. */
export async function bodyOf(snapshot: Snapshot, { org_id, id, body, body_bytes }: WithBody): Promise<string | null> {
  if (body !== null || body_bytes === null) return body;
  const [row] = await snapshot.rows<{ body: string }>('select body from texts where org_id = $1 and item_id = $2', [org_id, id]);
  return row?.body ?? null;
}
