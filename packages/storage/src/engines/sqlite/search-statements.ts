import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { type Engine, partsOf, queryVariants } from '../../query/engine.ts';
import { visibleItem } from '../../query/visibility.ts';
import type { SearchHit } from '../../search/search.ts';
import { ofScope } from '../../search/words/row-queries.ts';
import type { RowRange } from './stale-bodies.ts';

/**
 * Rows reserved for each organization. The upper half of a search row is the organization's number, so a search never reads rows of another
 * one.
 */
export const rowsPerOrganization = 2n ** 32n;

export type Table = 'search_names' | 'search_bodies';

export interface Candidate extends SearchHit {
  tags: string[];
  searchRow: number | null;
}

export type SearchStatements = ReturnType<typeof searchStatements>;

/** Statements of search on the items themselves. */
export function searchStatements(engine: Engine) {
  const { items, organizations, texts } = engine.tables;
  const organizationNumber = engine.prepare('search_organization', (db) =>
    db
      .select({ number: organizations.number })
      .from(organizations)
      .where(eq(organizations.id, sql.placeholder('orgId'))),
  );
  const { type, id, name, folderId, tags, searchRow } = items;
  const fields = { type, id, name, folderId, tags, searchRow };
  const ofShape = (shape: string): SQL | undefined => ofScope(engine.tables, ...partsOf<[string?, string?]>(shape));

  const byPhrase = queryVariants((shape: `${Table} ${string}`) => {
    const [table, ...scope] = partsOf<[Table, string?, string?]>(shape);
    return engine.prepare(`search_phrase_${shape}`, (db) =>
      db
        .select(fields)
        .from(sql.raw(table))
        .innerJoin(items, sql`${items.searchRow} = ${sql.raw(table)}.rowid`)
        .where(
          and(
            sql`${sql.raw(table)} match ${sql.placeholder('phrase')}`,
            sql`${sql.raw(table)}.rowid between ${sql.placeholder('low')} and ${sql.placeholder('high')}`,
            visibleItem(engine),
            ofScope(engine.tables, ...scope),
          ),
        )
        .orderBy(sql`${sql.raw(table)}.rowid desc`)
        .limit(sql.placeholder('limit')),
    );
  });
  const byRow = queryVariants((shape: string) =>
    engine.prepare(`search_row_${shape}`, (db) =>
      db
        .select(fields)
        .from(items)
        .where(and(visibleItem(engine), eq(items.searchRow, sql.placeholder('row')), ofShape(shape))),
    ),
  );
  const newestBelow = queryVariants((shape: string) =>
    engine.prepare(`search_newest_below_${shape}`, (db) =>
      db
        .select(fields)
        // Read the rows first: without statistics, SQLite prefers any index of organizations, and sorts all items for every hundred.
        .from(
          sql`(select search_row as number from items where search_row >= ${sql.placeholder('low')} and search_row < ${sql.placeholder('below')}) as newest`,
        )
        .crossJoin(items)
        .where(and(sql`${items.searchRow} = newest.number`, visibleItem(engine), ofShape(shape)))
        .orderBy(sql`newest.number desc`)
        .limit(100),
    ),
  );
  const newestWithWords = queryVariants((shape: string) => {
    return engine.prepare(`search_newest_with_words_${shape}`, (db) =>
      db
        .select({ row: items.searchRow })
        .from(sql.raw('search_words'))
        .innerJoin(items, sql`${items.searchRow} = search_words.rowid`)
        .where(
          and(
            sql`search_words match ${sql.placeholder('words')}`,
            sql`search_words.rowid between ${sql.placeholder('low')} and ${sql.placeholder('high')}`,
            visibleItem(engine),
            ofShape(shape),
          ),
        )
        .orderBy(sql`search_words.rowid desc`)
        .limit(sql.placeholder('limit')),
    );
  });
  const isOfType = and(eq(items.orgId, sql.placeholder('orgId')), eq(items.type, sql.placeholder('type')), isNull(items.deletedAt));
  const someOfType = engine.prepare('search_some_of_type', (db) =>
    db.select({ id: items.id }).from(items).where(isOfType).limit(sql.placeholder('limit')),
  );
  const ofRareType = engine.prepare('search_rare_type', (db) =>
    db
      .select(fields)
      .from(items)
      .where(and(isOfType, visibleItem(engine))),
  );
  const bodyOf = engine.prepare('search_body', (db) =>
    db
      .select({ body: texts.body })
      .from(texts)
      .where(and(eq(texts.orgId, sql.placeholder('orgId')), eq(texts.itemId, sql.placeholder('itemId')))),
  );

  function* rangeOf(orgId: string): Op<RowRange> {
    const [organization] = yield* organizationNumber({ orgId });
    const low = BigInt(organization?.number ?? 0) * rowsPerOrganization;
    return { low, high: low + rowsPerOrganization - 1n };
  }

  return { rangeOf, byPhrase, byRow, newestBelow, newestWithWords, someOfType, ofRareType, bodyOf };
}
