import { type TextSource, textSourceOfItem } from '@gatehouse/domain';
import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { pickColumns } from '../../query/columns.ts';
import { type Engine, scalar } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

type Item = Tables['items']['$inferSelect'];

/** Names an item of any organization. */
export type ItemKey = Pick<Item, 'orgId' | 'id'>;

/** Requests and removals of texts. */
interface Texts {
  request(wanted: { orgId: string; itemId: string; version: number; source: TextSource; at: number }): Op<void>;
  remove(orgId: string, itemId: string): Op<void>;
}

/** Finds files whose text was never requested. */
export function missedTextQueries({ prepare, lockRow, tables: { extractedTexts, items } }: Engine, texts: Texts) {
  const extracted = scalar<number | null>(
    sql`(select ${extractedTexts.version} from ${extractedTexts} where ${extractedTexts.orgId} = ${items.orgId} and ${extractedTexts.itemId} = ${items.id})`,
  );
  const files = { ...pickColumns(items, 'orgId', 'id', 'type', 'mimeType', 'versionCount', 'updatedAt'), extracted };
  const filesAfter = prepare('extracted_text_files', (db) =>
    db
      .select(files)
      .from(items)
      .where(sql`(${items.orgId}, ${items.id}) > (${sql.placeholder('orgId')}, ${sql.placeholder('id')})`)
      .orderBy(items.orgId, items.id)
      .limit(sql.placeholder('limit')),
  );
  const fileNow = prepare('extracted_text_file', (db) =>
    db
      .select(files)
      .from(items)
      .where(and(eq(items.orgId, sql.placeholder('orgId')), eq(items.id, sql.placeholder('id')))),
  );

  return {
    /**
     * Finds files after a position whose text was never requested: in a copy of a database, or in one that an older version of the program
     * also writes to. `next` is the position after the items read, or undefined at the end.
     */
    *findMissed(after: ItemKey, limit: number): Op<{ missed: ItemKey[]; next: ItemKey | undefined }> {
      const page = yield* filesAfter({ ...after, limit });
      const last = page.at(-1);
      return {
        missed: page.filter(isMissed).map(({ orgId, id }) => ({ orgId, id })),
        next: last && page.length === limit ? { orgId: last.orgId, id: last.id } : undefined,
      };
    },
    /** Has the texts of these files extracted, if they are still missed. */
    *requestMissed(missed: readonly ItemKey[]): Op<void> {
      for (const { orgId, id } of missed) {
        yield* lockRow('items', orgId, id);
        const file = (yield* fileNow({ orgId, id }))[0];
        const source = file && textSourceOfItem(file);
        if (!file || !isMissed(file)) continue;
        if (source) yield* texts.request({ orgId, itemId: id, version: file.versionCount, source, at: file.updatedAt });
        else yield* texts.remove(orgId, id);
      }
    },
  };
}

interface File extends Pick<Item, 'type' | 'mimeType' | 'versionCount'> {
  /** Version with extracted text, or whose text is being extracted. Null if there is none. */
  extracted: number | null;
}

function isMissed(file: File): boolean {
  return textSourceOfItem(file) ? file.extracted !== file.versionCount : file.extracted !== null;
}
