import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns, pickColumns, setColumns, takeColumns } from '../../query/columns.ts';
import { type Engine, oneOf, scalar } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';
import type { ItemUse } from '../identity/organizations.ts';
import { missedTextQueries } from './missed-texts.ts';

type Row = Tables['extractedTexts']['$inferSelect'];

/** Text of a file, without the text itself. */
export type TextStatus = Omit<Row, 'body'>;

/** A file to extract text from. */
export type PendingText = Pick<Row, 'orgId' | 'itemId' | 'version' | 'source'>;

/** Bytes of the text of a version. */
export type ExtractedSize = Pick<Row, 'itemId' | 'version' | 'sizeBytes'>;

/** Result of an extraction. */
export type ExtractedBody = Pick<Row, 'state' | 'reason' | 'body' | 'at'>;

export type ExtractedTextQueries = ReturnType<typeof extractedTextQueries>;

/** Text of files, derived from the newest version of each (D75). */
export function extractedTextQueries(engine: Engine) {
  const texts = textQueries(engine);
  return { ...texts, ...missedTextQueries(engine, texts) };
}

function textQueries({ prepare, dialect, tables: { extractedTexts } }: Engine) {
  const ofItem = and(eq(extractedTexts.orgId, sql.placeholder('orgId')), eq(extractedTexts.itemId, sql.placeholder('itemId')));
  const isVersion = eq(extractedTexts.version, sql.placeholder('version'));
  const onConflict = {
    target: [extractedTexts.orgId, extractedTexts.itemId],
    set: takeColumns(extractedTexts, 'version', 'source', 'state', 'reason', 'body', 'sizeBytes', 'at'),
  };
  const request = prepare('extracted_text_request', (db) =>
    db.insert(extractedTexts).values(fillColumns(extractedTexts)).onConflictDoUpdate(onConflict),
  );
  const remove = prepare('extracted_text_remove', (db) => db.delete(extractedTexts).where(ofItem));
  const status = prepare('extracted_text_status', (db) =>
    db.select(omitColumns(extractedTexts, 'body')).from(extractedTexts).where(and(ofItem, isVersion)),
  );
  const body = prepare('extracted_text_body', (db) =>
    db.select({ body: extractedTexts.body }).from(extractedTexts).where(and(ofItem, isVersion)),
  );
  const sizes = prepare('extracted_text_sizes', (db) =>
    db
      .select(pickColumns(extractedTexts, 'itemId', 'version', 'sizeBytes'))
      .from(extractedTexts)
      .where(
        and(
          eq(extractedTexts.orgId, sql.placeholder('orgId')),
          oneOf(dialect, extractedTexts.itemId, 'itemIds'),
          eq(extractedTexts.state, sql`'ready'`),
        ),
      ),
  );
  const turn = scalar<number>(
    sql`row_number() over (partition by ${extractedTexts.orgId} order by ${extractedTexts.at}, ${extractedTexts.itemId})`,
  );
  const pending = prepare('extracted_text_pending', (db) =>
    db
      .select({
        orgId: extractedTexts.orgId,
        itemId: extractedTexts.itemId,
        version: extractedTexts.version,
        source: extractedTexts.source,
        turn: turn.as('turn'),
      })
      .from(extractedTexts)
      .where(eq(extractedTexts.state, sql`'pending'`))
      .orderBy(sql`turn`, extractedTexts.at)
      .limit(sql.placeholder('limit')),
  );
  const use = prepare('extracted_text_use', (db) => {
    const some = db
      .select({ sizeBytes: extractedTexts.sizeBytes })
      .from(extractedTexts)
      .where(and(eq(extractedTexts.orgId, sql.placeholder('orgId')), eq(extractedTexts.state, sql`'ready'`)))
      .limit(sql.placeholder('limit'))
      .as('some');
    return db.select({ items: sql<number>`count(*)`, bytes: sql<number>`cast(coalesce(sum(${some.sizeBytes}), 0) as bigint)` }).from(some);
  });
  const conclude = prepare('extracted_text_conclude', (db) =>
    db
      .update(extractedTexts)
      .set(setColumns(extractedTexts, 'state', 'reason', 'body', 'sizeBytes', 'at'))
      .where(and(ofItem, isVersion, eq(extractedTexts.state, sql`'pending'`)))
      .returning({ itemId: extractedTexts.itemId }),
  );

  function* requestText(wanted: PendingText & { at: number }): Op<void> {
    yield* request({ ...wanted, state: 'pending', reason: null, body: null, sizeBytes: 0 });
  }

  return {
    /** Requests the text of this version. Removes that of the previous version. */
    request: requestText,
    /** Removes the text of a file whose new version has no text to extract. */
    *remove(orgId: string, itemId: string): Op<void> {
      yield* remove({ orgId, itemId });
    },
    /** Undefined if no text is extracted of this version. */
    *status(orgId: string, itemId: string, version: number): Op<TextStatus | undefined> {
      return (yield* status({ orgId, itemId, version }))[0];
    },
    /** The text of this version, if it was extracted. */
    *body(orgId: string, itemId: string, version: number): Op<string | undefined> {
      return (yield* body({ orgId, itemId, version }))[0]?.body ?? undefined;
    },
    /** Sizes of the texts of several files: those that were extracted. */
    *sizes(orgId: string, itemIds: readonly string[]): Op<ExtractedSize[]> {
      return yield* sizes({ orgId, itemIds: JSON.stringify(itemIds) });
    },
    /** Number and size of the texts of an organization. At most `most` texts are counted. */
    *use(orgId: string, most: number): Op<ItemUse> {
      const [used] = yield* use({ orgId, limit: most });
      return { items: Number(used?.items ?? 0), bytes: Number(used?.bytes ?? 0) };
    },
    /** The oldest of each organization, then the second ones, and so on: no organization waits for all files of another. */
    *pending(limit: number): Op<PendingText[]> {
      return (yield* pending({ limit })).map(({ orgId, itemId, version, source }) => ({ orgId, itemId, version, source }));
    },
    /** Keeps the result. False if there is a newer version by now, or another process was faster. */
    *conclude({ orgId, itemId, version }: PendingText, extracted: ExtractedBody): Op<boolean> {
      const sizeBytes = extracted.body === null ? 0 : Buffer.byteLength(extracted.body);
      return (yield* conclude({ orgId, itemId, version, sizeBytes, ...extracted })).length > 0;
    },
  };
}
