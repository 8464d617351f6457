import type { FileKind } from '@gatehouse/domain';
import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { type Engine, oneOf, scalar } from '../../query/engine.ts';
import { reachableItem, type Viewer, viewerValues } from '../../query/visibility.ts';
import type { FieldValues } from '../../schema/history/field-values.ts';
import type { Tables } from '../../schema/schema.ts';
import { itemFields, type VisibleItem } from '../workspace/items.ts';
import { type PastFields, valueThen } from './fields-since.ts';

/** An item at a time and now. */
export interface PastItem {
  /** Without the name of its folder, which the viewer may not see now. */
  past: VisibleItem;
  current: VisibleItem;
}

/** Version of an item, and the time of its last change besides its body. */
interface PastVersion {
  versionThen: number;
  summaryThen: string;
  kindThen: FileKind;
  sizeThen: number;
  madeThen: number;
  changedThen: number | null;
}

export type ReadPastItems = (viewer: Viewer, ids: readonly string[], asOf: number, fieldsOf: PastFields) => Op<PastItem[]>;

/** Items as they were, if the viewer may see them now, in the trash too. Leaves out those that were deleted or not created yet. */
export function openPastItems(engine: Engine): ReadPastItems {
  const { prepare, dialect, tables } = engine;
  const { items, versions } = tables;
  const newest = sql`(select v.number from ${versions} v where v.org_id = ${items.orgId} and v.item_id = ${items.id} and v.at <= ${sql.placeholder('asOf')}
    order by v.at desc, v.number desc limit 1)`;
  const read = prepare('past_items', (db) =>
    db
      .select({
        ...itemFields({ dialect, tables }),
        versionThen: versions.number,
        summaryThen: versions.summary,
        kindThen: versions.kind,
        sizeThen: versions.sizeBytes,
        madeThen: versions.at,
        changedThen: lastChange(engine),
      })
      .from(items)
      .innerJoin(versions, and(eq(versions.orgId, items.orgId), eq(versions.itemId, items.id), eq(versions.number, newest)))
      .where(and(reachableItem({ dialect, tables }), oneOf(dialect, items.id, 'ids'))),
  );
  return function* (viewer, ids, asOf, fieldsOf) {
    if (ids.length === 0) return [];
    const rows = yield* read({ ...viewerValues(viewer), ids: JSON.stringify(ids), asOf });
    return rows.flatMap(({ versionThen, summaryThen, kindThen, sizeThen, madeThen, changedThen, ...current }) => {
      const version = { versionThen, summaryThen, kindThen, sizeThen, madeThen, changedThen };
      const fields = fieldsOf(current.id);
      if (valueThen(fields, 'isDeleted', current.deletedAt !== null)) return [];
      return [{ past: itemThen(current, version, fields), current }];
    });
  };
}

/**
 * Time of an item's last update without a version. Marking it as agent memory is not an update (D19). The time is compared as a sum: its
 * index would read all changes of the organization up to it.
 */
function lastChange({ tables: { changes, items }, dialect }: Engine) {
  const isMark = sql.raw(
    `c.fields_after${dialect === 'postgres' ? '::text' : ''} in ('{"isAgentMemory":true}', '{"isAgentMemory":false}')`,
  );
  return scalar<number | null>(sql`(select c.at from ${changes} c where c.org_id = ${items.orgId} and c.subject_id = ${items.id}
    and c.at + 0 <= ${sql.placeholder('asOf')} and (c.fields_after is null or not ${isMark}) order by c.number desc limit 1)`);
}

function itemThen(now: VisibleItem, version: PastVersion, past: FieldValues): VisibleItem {
  return {
    ...now,
    ...fieldsThen(now, past),
    folderName: null,
    kind: version.kindThen,
    sizeBytes: version.sizeThen,
    versionCount: version.versionThen,
    lastChange: version.summaryThen,
    updatedAt: Math.max(version.madeThen, Number(version.changedThen ?? 0)),
    deletedAt: null,
    deletedBy: null,
  };
}

type Fields = Pick<Tables['items']['$inferSelect'], 'name' | 'folderId' | 'tags' | 'description' | 'mimeType' | 'isAgentMemory'>;

function fieldsThen(now: Fields, past: FieldValues): Fields {
  return {
    name: valueThen(past, 'name', now.name),
    folderId: valueThen(past, 'folderId', now.folderId),
    tags: valueThen(past, 'tags', now.tags),
    description: valueThen(past, 'description', now.description),
    mimeType: valueThen(past, 'mimeType', now.mimeType),
    isAgentMemory: valueThen(past, 'isAgentMemory', now.isAgentMemory),
  };
}
