import { createHash } from 'node:crypto';
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Op } from '../../kernel/ops.ts';
import { pack, unpack } from '../../kernel/packing.ts';
import { fillColumns, pickColumns } from '../../query/columns.ts';
import { type Engine, queryVariants, scalar } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';
import type { TimePosition } from '../../schema/take-back.ts';
import {
  inTimeOrder,
  type LookedThrough,
  type NewestOf,
  newestFirst,
  newestFirstValues,
  newestOfValues,
  type OrderedRows,
  type TimeStretch,
  timeOrderValues,
} from './time-order.ts';

const makerColumns = ['personId', 'agentId', 'keyId'] as const;
const attributionColumns = [...makerColumns, 'entrance', 'sdk', 'agentName', 'requestId', 'traceId'] as const;
const contentColumns = ['base', 'packed', 'blobId', 'sha256', 'sizeBytes'] as const;
export const storedColumns = ['number', ...contentColumns, 'kind', 'mimeType', 'manifest', 'needsReview'] as const;
/** Columns of `madeFrom`. */
export const madeColumns = ['itemId', 'number', 'at', ...makerColumns, 'requestId', 'traceId'] as const;
const toldColumns = ['summary', 'entrance', 'requestId'] as const;
const listedColumns = ['number', 'summary', 'at', 'sha256', 'sizeBytes', 'manifest', ...attributionColumns] as const;

type Version = Tables['versions']['$inferSelect'];

export type VersionMaker = Pick<Version, (typeof makerColumns)[number]>;

/** Author of a change and its entrance. // D29 */
export type Attribution = Pick<Version, (typeof attributionColumns)[number]>;

export type VersionDetails = Omit<Version, (typeof attributionColumns)[number] | (typeof contentColumns)[number] | 'needsReview'> & {
  attribution: Attribution;
  needsReview?: boolean;
};

export type ListedVersion = Pick<Version, (typeof listedColumns)[number]>;

/** A version with the names of who made it: those of removed people, agents and keys too. */
export interface AttributedVersion extends ListedVersion {
  personName: string | null;
  personEmail: string | null;
  agentOfName: string | null;
  keyName: string | null;
}

/** A version of any item in the order of times. */
export interface MadeVersion extends VersionMaker, TimePosition, Partial<Pick<Version, 'requestId' | 'traceId'>> {}

/** Same with its summary, and the call that made it. */
export type ToldVersion = MadeVersion & Pick<Version, (typeof toldColumns)[number]>;

export interface AppendedText {
  wholeVersion: number;
  sha256: Buffer;
}

/** A stored version, its text still packed. */
export type StoredVersion = Pick<Version, (typeof storedColumns)[number]>;

/** A difference that saves less than this part of its whole version is not worth a second row to read. */
const maxDifference = 0.25;

export type VersionQueries = ReturnType<typeof versionQueries>;

export function versionQueries(engine: Engine) {
  return { ...versionReads(engine), ...versionTexts(engine) };
}

function versionReads({ prepare, tables }: Engine) {
  const { versions } = tables;
  const ofItem = and(eq(versions.orgId, sql.placeholder('orgId')), eq(versions.itemId, sql.placeholder('itemId')));
  const maker = prepare('version_maker', (db) =>
    db
      .select({ personId: versions.personId })
      .from(versions)
      .where(and(ofItem, eq(versions.number, 1))),
  );
  const listed = pickColumns(versions, ...listedColumns);
  const attributed = { ...listed, ...makerNames(tables) };
  const pageOf = <Fields extends typeof listed>(name: string, fields: Fields) =>
    queryVariants((shape: 'first' | 'next') =>
      prepare(`${name}_${shape}`, (db) =>
        db
          .select(fields as typeof listed)
          .from(versions)
          .where(and(ofItem, shape === 'next' ? lt(versions.number, sql.placeholder('before')) : undefined))
          .orderBy(sql`${versions.number} desc`)
          .limit(sql.placeholder('limit')),
      ),
    );
  const page = pageOf('versions', listed);
  const attributedPage = pageOf('versions_attributed', attributed);
  // All columns are in the index. The rows themselves hold texts.
  const made = pickColumns(versions, 'itemId', 'number', 'at', ...makerColumns);
  const told = { ...made, ...pickColumns(versions, ...toldColumns) };
  const inOrder = (name: string, fields: typeof made, { rows, order }: OrderedRows) =>
    prepare(name, (db) =>
      db
        .select(fields as typeof told)
        .from(versions)
        .where(rows)
        .orderBy(...order)
        .limit(sql.placeholder('limit')),
    );
  const look = queryVariants((looked: LookedThrough) => {
    const fields = looked === 'requestId' || looked === 'traceId' ? { ...made, [looked]: versions[looked] } : made;
    return inOrder(`versions_look_${looked}`, fields, inTimeOrder(versions, looked));
  });
  const madeFrom = prepare('versions_made_from', (db) =>
    db
      .select(pickColumns(versions, ...madeColumns))
      .from(versions)
      .where(and(ofItem, gte(versions.number, sql.placeholder('from'))))
      .orderBy(versions.number),
  );
  const newestOf = queryVariants((looked: LookedThrough) => inOrder(`versions_newest_${looked}`, told, newestFirst(versions, looked)));
  const newest = inOrder('versions_newest_made', made, newestFirst(versions));
  const newestTold = inOrder('versions_newest_told', told, newestFirst(versions));

  return {
    /** Creator of an item, in person or by an agent. Null if it is unknown in the organization. */
    *creator(orgId: string, itemId: string): Op<string | null> {
      return (yield* maker({ orgId, itemId }))[0]?.personId ?? null;
    },
    /** Versions of an item below `before`, newest first, at most `limit`. */
    *list(orgId: string, itemId: string, limit: number, before?: number): Op<ListedVersion[]> {
      return yield* page(before === undefined ? 'first' : 'next')({ orgId, itemId, limit, before });
    },
    /** Authors of the versions of an item from one on, in order. The caller knows that there are few. */
    *madeFrom(orgId: string, itemId: string, from: number): Op<MadeVersion[]> {
      return yield* madeFrom({ orgId, itemId, from });
    },
    /** Versions by one key, agent or person, newest first. */
    *newestOf(of: NewestOf): Op<ToldVersion[]> {
      return yield* newestOf(of.madeBy.maker)(newestOfValues(of));
    },
    /** Versions of all items since a time, newest first, from a position on. */
    *newest(orgId: string, since: number, limit: number, before: TimePosition): Op<MadeVersion[]> {
      return yield* newest(newestFirstValues(orgId, since, limit, before));
    },
    /** Same with their summaries. */
    *newestTold(orgId: string, since: number, limit: number, before: TimePosition): Op<ToldVersion[]> {
      return yield* newestTold(newestFirstValues(orgId, since, limit, before));
    },
    /** Versions of all items by time, or of one key, agent, person, call or trace. */
    *look(orgId: string, stretch: TimeStretch): Op<MadeVersion[]> {
      return yield* look(stretch.madeBy?.maker ?? 'all')(timeOrderValues(orgId, stretch));
    },
    /** Versions of one item as in `list`, with the names of their authors. */
    *listAttributed(orgId: string, itemId: string, limit: number, before?: number): Op<AttributedVersion[]> {
      return (yield* attributedPage(before === undefined ? 'first' : 'next')({ orgId, itemId, limit, before })) as AttributedVersion[];
    },
  };
}

function versionTexts({ prepare, tables: { versions } }: Engine) {
  const ofItem = and(eq(versions.orgId, sql.placeholder('orgId')), eq(versions.itemId, sql.placeholder('itemId')));
  const stored = pickColumns(versions, ...storedColumns);
  const byNumber = prepare('version_by_number', (db) =>
    db
      .select(stored)
      .from(versions)
      .where(and(ofItem, eq(versions.number, sql.placeholder('number')))),
  );
  const byDigest = prepare('version_by_digest', (db) =>
    db
      .select({ number: versions.number })
      .from(versions)
      .where(and(ofItem, eq(versions.sha256, sql.placeholder('sha256'))))
      .orderBy(desc(versions.number))
      .limit(sql.placeholder('limit')),
  );
  const insert = prepare('version_insert', (db) => db.insert(versions).values(fillColumns(versions)));
  function* find(orgId: string, itemId: string, number: number): Op<StoredVersion | undefined> {
    return (yield* byNumber({ orgId, itemId, number }))[0];
  }
  function* wholeText(orgId: string, itemId: string, number: number): Op<Buffer> {
    return unpackWhole(itemId, number, yield* find(orgId, itemId, number));
  }

  return {
    find,
    /** The newest version with this content. */
    *numberWith(orgId: string, itemId: string, sha256: Buffer): Op<number | undefined> {
      return (yield* byDigest({ orgId, itemId, sha256, limit: 1 }))[0]?.number;
    },
    /**
     * Appends a version of a text: as a difference from the last whole version if that is small, otherwise whole. Returns the number of the
     * last whole version afterwards, and the checksum of the text.
     */
    *appendText(
      { attribution, needsReview = false, ...details }: VersionDetails,
      text: Buffer,
      lastWhole: number | null,
    ): Op<AppendedText> {
      const base = lastWhole === null ? undefined : yield* wholeText(details.orgId, details.itemId, lastWhole);
      const difference = base && pack(text, base);
      const isWhole = !difference || difference.length > Math.max(64, base.length * maxDifference);
      const packed = isWhole ? pack(text) : difference;
      const content = { sha256: sha256(text), sizeBytes: text.length, blobId: null };
      yield* insert({ ...details, needsReview, ...attribution, ...content, base: isWhole ? null : lastWhole, packed });
      return { wholeVersion: isWhole || lastWhole === null ? details.number : lastWhole, sha256: content.sha256 };
    },
    /** Appends a version whose bytes are a stored blob. */
    *appendBlob(
      { attribution, needsReview = false, ...details }: VersionDetails,
      blob: { id: string; sha256: Buffer; sizeBytes: number },
    ): Op<void> {
      const content = { blobId: blob.id, sha256: blob.sha256, sizeBytes: blob.sizeBytes };
      yield* insert({ ...details, needsReview, ...attribution, ...content, base: null, packed: null });
    },
    /** The bytes of a version of a text, checked against its SHA-256. */
    *unpackText(orgId: string, itemId: string, version: StoredVersion): Op<Buffer> {
      return unpackVersion(itemId, version, version.base === null ? undefined : yield* find(orgId, itemId, version.base));
    },
  };
}

/** Bytes of a version, checked against its SHA-256. A version stored as a difference also needs the version that it differs from. */
export function unpackVersion(itemId: string, version: StoredVersion, base: StoredVersion | undefined): Buffer {
  if (!version.packed) throw new Error(`version ${version.number} of ${itemId} is not text`);
  const text = unpack(version.packed, version.base === null ? undefined : unpackWhole(itemId, version.base, base));
  if (!sha256(text).equals(version.sha256)) throw new Error(`version ${version.number} of ${itemId} does not match its checksum`);
  return text;
}

function unpackWhole(itemId: string, number: number, version: StoredVersion | undefined): Buffer {
  if (!version?.packed) throw new Error(`version ${number} of ${itemId} is not stored whole`);
  return unpack(version.packed);
}

function makerNames({ versions, people, agents, keys }: Tables) {
  const ofMaker = (table: Tables['people'] | Tables['agents'] | Tables['keys'], column: SQLiteColumn, id: SQLiteColumn) =>
    scalar<string | null>(sql`(select ${column} from ${table} where ${table.orgId} = ${versions.orgId} and ${table.id} = ${id})`);
  return {
    personName: ofMaker(people, people.name, versions.personId),
    personEmail: ofMaker(people, people.email, versions.personId),
    agentOfName: ofMaker(agents, agents.name, versions.agentId),
    keyName: ofMaker(keys, keys.name, versions.keyId),
  };
}

export function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
