import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, takeColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import { sha256 } from './versions.ts';

/** Files are stored in pieces of this size, so that reading a part of one does not load it whole. */
export const chunkBytes = 256 * 1024;

export interface StoredBlob {
  id: string;
  sha256: Buffer;
  sizeBytes: number;
}

export type ContentQueries = ReturnType<typeof contentQueries>;

/** The current texts of items, and the bytes of files. */
export function contentQueries({ prepare, dialect, tables: { texts, extractedTexts, blobs, blobChunks } }: Engine) {
  const ofItem = and(eq(texts.orgId, sql.placeholder('orgId')), eq(texts.itemId, sql.placeholder('itemId')));
  const text = prepare('text_by_item', (db) => db.select({ body: texts.body }).from(texts).where(ofItem));
  const listed =
    dialect === 'sqlite'
      ? sql`select value from json_each(${sql.placeholder('itemIds')})`
      : sql`select json_array_elements_text(${sql.placeholder('itemIds')}::json)`;
  const textsOf = prepare('texts_by_items', (db) =>
    db
      .select({ itemId: texts.itemId, body: texts.body })
      .from(texts)
      .where(and(eq(texts.orgId, sql.placeholder('orgId')), sql`${texts.itemId} in (${listed})`)),
  );
  // A text belongs to the newest version: the transaction that makes the next one replaces its row.
  const readableOf = prepare('readable_texts', (db) =>
    db
      .select({ itemId: texts.itemId, body: texts.body })
      .from(texts)
      .where(and(eq(texts.orgId, sql.placeholder('orgId')), sql`${texts.itemId} in (${listed})`))
      .unionAll(
        db
          .select({ itemId: extractedTexts.itemId, body: sql<string>`${extractedTexts.body}`.as('body') })
          .from(extractedTexts)
          .where(
            and(
              eq(extractedTexts.orgId, sql.placeholder('orgId')),
              sql`${extractedTexts.itemId} in (${listed})`,
              eq(extractedTexts.state, sql`'ready'`),
            ),
          ) as never,
      ),
  );
  const beginningsOf = prepare('text_beginnings', (db) =>
    db
      .select({ itemId: texts.itemId, beginning: sql<string>`substr(${texts.body}, 1, cast(${sql.placeholder('characters')} as integer))` })
      .from(texts)
      .where(and(eq(texts.orgId, sql.placeholder('orgId')), sql`${texts.itemId} in (${listed})`)),
  );
  const putText = prepare('text_put', (db) =>
    db
      .insert(texts)
      .values(fillColumns(texts))
      .onConflictDoUpdate({ target: [texts.orgId, texts.itemId], set: takeColumns(texts, 'body') }),
  );
  const removeText = prepare('text_remove', (db) => db.delete(texts).where(ofItem));
  const insertBlob = prepare('blob_insert', (db) => db.insert(blobs).values(fillColumns(blobs)));
  const insertChunk = prepare('blob_insert_chunk', (db) => db.insert(blobChunks).values(fillColumns(blobChunks)));
  const chunks = prepare('blob_chunks', (db) =>
    db
      .select({ data: blobChunks.data })
      .from(blobChunks)
      .where(
        and(
          eq(blobChunks.blobId, sql.placeholder('blobId')),
          gte(blobChunks.number, sql.placeholder('from')),
          lt(blobChunks.number, sql.placeholder('to')),
        ),
      )
      .orderBy(blobChunks.number),
  );

  function* readChunks(blobId: string, from: number, to: number): Op<Buffer> {
    const rows = yield* chunks({ blobId, from, to });
    return Buffer.concat(rows.map((row) => row.data));
  }

  return {
    *text(orgId: string, itemId: string): Op<string | undefined> {
      return (yield* text({ orgId, itemId }))[0]?.body;
    },
    /** Same for several items, by item. Items without text are absent. */
    *texts(orgId: string, itemIds: readonly string[]): Op<Map<string, string>> {
      const rows = yield* textsOf({ orgId, itemIds: JSON.stringify(itemIds) });
      return new Map(rows.map(({ itemId, body }) => [itemId, body]));
    },
    /**
     * Texts of several items for reading and searching, by item: their own, or the text extracted from the newest version of a file (D75).
     * Texts too large to edit are absent.
     */
    *readableTexts(orgId: string, itemIds: readonly string[]): Op<Map<string, string>> {
      const rows = yield* readableOf({ orgId, itemIds: JSON.stringify(itemIds) });
      return new Map(rows.map(({ itemId, body }) => [itemId, body]));
    },
    /** Beginnings of the texts of several items, by item. `characters` are code points. */
    *beginnings(orgId: string, itemIds: readonly string[], characters: number): Op<Map<string, string>> {
      const rows = yield* beginningsOf({ orgId, itemIds: JSON.stringify(itemIds), characters });
      return new Map(rows.map(({ itemId, beginning }) => [itemId, beginning]));
    },
    *putText(orgId: string, itemId: string, body: string): Op<void> {
      yield* putText({ orgId, itemId, body });
    },
    *removeText(orgId: string, itemId: string): Op<void> {
      yield* removeText({ orgId, itemId });
    },
    *putBlob(blob: { id: string; orgId: string; createdAt: number }, bytes: Buffer): Op<StoredBlob> {
      const stored = { id: blob.id, sha256: sha256(bytes), sizeBytes: bytes.length };
      yield* insertBlob({ ...blob, ...stored });
      for (let number = 0; number * chunkBytes < bytes.length; number++) {
        yield* insertChunk({ blobId: blob.id, number, data: bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes) });
      }
      return stored;
    },
    /** Adds a blob whose bytes are in the file store. */
    *referToBlob(blob: StoredBlob & { orgId: string; createdAt: number }): Op<void> {
      yield* insertBlob({ ...blob });
    },
    /** Reads one chunk of a blob. */
    *blobChunk(blobId: string, number: number): Op<Buffer> {
      return yield* readChunks(blobId, number, number + 1);
    },
    *blob(blobId: string): Op<Buffer> {
      return yield* readChunks(blobId, 0, Number.MAX_SAFE_INTEGER);
    },
  };
}
