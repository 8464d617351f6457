import { and, eq, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';

export type FileObjectQueries = ReturnType<typeof fileObjectQueries>;

/**
 * Blobs whose bytes are in the file store. A row exists before its object and is deleted after it, so that no object is lost. States:
 * `announced`, then `kept` with the version that shows the object, then `purged` with the item.
 */
export function fileObjectQueries({ prepare, tables: { fileObjects } }: Engine) {
  const isThis = eq(fileObjects.blobId, sql.placeholder('blobId'));
  const announce = prepare('file_object_announce', (db) =>
    db.insert(fileObjects).values({ ...fillColumns(fileObjects, 'state'), state: 'announced' }),
  );
  const keep = prepare('file_object_keep', (db) =>
    db
      .update(fileObjects)
      .set({ state: 'kept' })
      .where(and(isThis, eq(fileObjects.state, 'announced')))
      .returning({ blobId: fileObjects.blobId }),
  );
  const kept = prepare('file_object_kept', (db) =>
    db
      .select({ blobId: fileObjects.blobId })
      .from(fileObjects)
      .where(and(isThis, eq(fileObjects.state, 'kept'))),
  );
  const anyKept = prepare('file_object_any_kept', (db) =>
    db.select({ blobId: fileObjects.blobId }).from(fileObjects).where(eq(fileObjects.state, 'kept')).limit(1),
  );
  const removable = prepare('file_object_removable', (db) =>
    db
      .select({ blobId: fileObjects.blobId })
      .from(fileObjects)
      .where(
        // The first condition is that of the index.
        and(
          ne(fileObjects.state, sql`'kept'`),
          or(
            eq(fileObjects.state, 'purged'),
            and(eq(fileObjects.state, 'announced'), lt(fileObjects.announcedAt, sql.placeholder('before'))),
          ),
        ),
      )
      .limit(sql.placeholder('limit')),
  );
  const forget = prepare('file_object_forget', (db) =>
    db.delete(fileObjects).where(and(isThis, inArray(fileObjects.state, ['announced', 'purged']))),
  );

  return {
    /** Called before the bytes are sent to the store. */
    *announce(blobId: string, announcedAt: number): Op<void> {
      yield* announce({ blobId, announcedAt });
    },
    /** Called in the transaction that adds the version. Throws if the object was not announced, or was removed since. */
    *keep(blobId: string): Op<void> {
      if ((yield* keep({ blobId })).length !== 1) throw new Error(`file object ${blobId} does not exist and cannot be kept`);
    },
    *isKept(blobId: string): Op<boolean> {
      return (yield* kept({ blobId })).length === 1;
    },
    *anyKept(): Op<boolean> {
      return (yield* anyKept({})).length === 1;
    },
    /** Objects of purged items, and those that were announced before a time and never kept. */
    *removable(before: number, limit: number): Op<string[]> {
      return (yield* removable({ before, limit })).map(({ blobId }) => blobId);
    },
    /** Called after the object was removed from the store. */
    *forget(blobId: string): Op<void> {
      yield* forget({ blobId });
    },
  };
}
