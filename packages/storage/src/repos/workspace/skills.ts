import { manifestText, readManifest, type SkillFile } from '@gatehouse/domain/skills';
import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { pack, unpack } from '../../kernel/packing.ts';
import { fillColumns, takeColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';
import { sha256 } from './versions.ts';

export type SkillReview = Tables['skillReviews']['$inferSelect'];
export type SkillLoad = Tables['skillLoads']['$inferSelect'];

/** Number of readers of a skill, and the time of the last one. */
export interface SkillUse {
  itemId: string;
  /** Agents, and people who read it without an agent. */
  readers: number;
  machines: number;
  at: number;
}

/** Maximum loads kept for each reader and skill. A program that changes its name at every call takes no more space. */
const maxLoadsOfReader = 20;

export type SkillQueries = ReturnType<typeof skillQueries>;

/** Files of skills next to SKILL.md, their reviews and their readers. // D72 */
export function skillQueries(engine: Engine) {
  return { ...manifestQueries(engine), ...blobQueries(engine), ...reviewQueries(engine), ...loadQueries(engine) };
}

function manifestQueries({ prepare, dialect, tables: { skillManifests } }: Engine) {
  const byHash = prepare('skill_manifest', (db) =>
    db
      .select({ packed: skillManifests.packed })
      .from(skillManifests)
      .where(
        and(
          eq(skillManifests.orgId, sql.placeholder('orgId')),
          eq(skillManifests.itemId, sql.placeholder('itemId')),
          eq(skillManifests.hash, sql.placeholder('hash')),
        ),
      ),
  );
  const ofSkills = prepare('skill_manifests_of_skills', (db) =>
    db
      .select({ itemId: skillManifests.itemId, hash: skillManifests.hash, packed: skillManifests.packed })
      .from(skillManifests)
      .where(
        and(
          eq(skillManifests.orgId, sql.placeholder('orgId')),
          sql`${skillManifests.itemId} in (${listed(dialect, 'itemIds')})`,
          sql`${skillManifests.hash} in (${listed(dialect, 'hashes')})`,
        ),
      ),
  );
  const keep = prepare('skill_manifest_keep', (db) => db.insert(skillManifests).values(fillColumns(skillManifests)).onConflictDoNothing());

  return {
    /** The files of a manifest without SKILL.md, in the order of their paths. Null is the manifest without files. */
    *manifest(orgId: string, itemId: string, hash: string | null): Op<SkillFile[]> {
      if (hash === null) return [];
      const row = (yield* byHash({ orgId, itemId, hash }))[0];
      if (!row) throw new Error(`${itemId} has no manifest ${hash}`);
      return openManifest(row.packed);
    },
    /** Same for several skills, by the skill's identifier. A skill that has been purged since is missing. */
    *manifests(orgId: string, skills: readonly { id: string; manifest: string | null }[]): Op<Map<string, SkillFile[]>> {
      const named = new Map(skills.flatMap(({ id, manifest }) => (manifest === null ? [] : [[id, manifest] as const])));
      if (named.size === 0) return new Map();
      const hashes = [...new Set(named.values())];
      const rows = yield* ofSkills({ orgId, itemIds: JSON.stringify([...named.keys()]), hashes: JSON.stringify(hashes) });
      const own = rows.filter(({ itemId, hash }) => named.get(itemId) === hash);
      return new Map(own.map(({ itemId, packed }) => [itemId, openManifest(packed)]));
    },
    /** Stores a manifest if it is new. Returns its hash, or null if there are no files. */
    *keepManifest(orgId: string, itemId: string, files: readonly SkillFile[]): Op<string | null> {
      const hash = manifestHash(files);
      if (hash === null) return null;
      const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
      yield* keep({ orgId, itemId, hash, fileCount: files.length, sizeBytes, packed: pack(Buffer.from(manifestText(files))) });
      return hash;
    },
  };
}

/** Hash that names the list of a skill's files next to SKILL.md, in hexadecimal. Null without such files. */
export function manifestHash(files: readonly SkillFile[]): string | null {
  return files.length === 0 ? null : sha256(Buffer.from(manifestText(files))).toString('hex');
}

export function openManifest(packed: Buffer): SkillFile[] {
  return readManifest(unpack(packed).toString('utf8'));
}

function blobQueries({ prepare, dialect, tables: { blobChunks, skillBlobs } }: Engine) {
  const ofHashes = and(
    eq(skillBlobs.orgId, sql.placeholder('orgId')),
    eq(skillBlobs.itemId, sql.placeholder('itemId')),
    sql`${skillBlobs.sha256} in (${listed(dialect, 'hashes')})`,
  );
  const known = prepare('skill_blobs_known', (db) => db.select({ sha256: skillBlobs.sha256 }).from(skillBlobs).where(ofHashes));
  const add = prepare('skill_blob_add', (db) => db.insert(skillBlobs).values(fillColumns(skillBlobs)));
  const chunks = prepare('skill_blob_chunks', (db) =>
    db
      .select({ sha256: skillBlobs.sha256, data: blobChunks.data })
      .from(skillBlobs)
      .innerJoin(blobChunks, eq(blobChunks.blobId, skillBlobs.blobId))
      .where(ofHashes)
      .orderBy(skillBlobs.sha256, blobChunks.number),
  );

  return {
    /** Returns those of the SHA-256 values whose bytes the skill already has. */
    *knownBytes(orgId: string, itemId: string, hashes: readonly string[]): Op<Set<string>> {
      if (hashes.length === 0) return new Set();
      const rows = yield* known({ orgId, itemId, hashes: JSON.stringify(hashes) });
      return new Set(rows.map((row) => row.sha256));
    },
    /** Records that a stored blob holds the bytes of a file of a skill. */
    *addBytes(orgId: string, itemId: string, hash: string, blobId: string): Op<void> {
      yield* add({ orgId, itemId, sha256: hash, blobId });
    },
    /** Bytes by SHA-256, checked against it. The caller keeps the total small. Throws if any are missing. */
    *bytes(orgId: string, itemId: string, hashes: readonly string[]): Op<Map<string, Buffer>> {
      const parts = new Map<string, Buffer[]>(hashes.map((hash) => [hash, []]));
      const rows = hashes.length === 0 ? [] : yield* chunks({ orgId, itemId, hashes: JSON.stringify([...parts.keys()]) });
      for (const row of rows) parts.get(row.sha256)?.push(row.data);
      const found = new Map<string, Buffer>();
      for (const [hash, data] of parts) {
        const bytes = Buffer.concat(data);
        if (sha256(bytes).toString('hex') !== hash) throw new Error(`a file of ${itemId} does not match its checksum ${hash}`);
        found.set(hash, bytes);
      }
      return found;
    },
  };
}

function reviewQueries({ prepare, tables: { skillReviews } }: Engine) {
  const ofItem = and(eq(skillReviews.orgId, sql.placeholder('orgId')), eq(skillReviews.itemId, sql.placeholder('itemId')));
  const add = prepare('skill_review_add', (db) => db.insert(skillReviews).values(fillColumns(skillReviews)).onConflictDoNothing());
  const newest = prepare('skill_reviews', (db) =>
    db.select().from(skillReviews).where(ofItem).orderBy(sql`${skillReviews.version} desc`).limit(sql.placeholder('limit')),
  );
  const ofVersion = prepare('skill_review', (db) =>
    db
      .select({ version: skillReviews.version })
      .from(skillReviews)
      .where(and(ofItem, eq(skillReviews.version, sql.placeholder('version')))),
  );

  return {
    /** A person confirms a version. The first confirmation is kept. */
    *review(review: SkillReview): Op<void> {
      yield* add({ ...review });
    },
    /** True if a person confirmed a version. */
    *isConfirmed(orgId: string, itemId: string, version: number): Op<boolean> {
      return (yield* ofVersion({ orgId, itemId, version })).length > 0;
    },
    /** The newest versions of a skill that people confirmed. */
    *reviews(orgId: string, itemId: string, limit: number): Op<SkillReview[]> {
      return yield* newest({ orgId, itemId, limit });
    },
  };
}

function loadQueries({ prepare, lockRow, dialect, tables: { items, skillLoads } }: Engine) {
  const { orgId, itemId, readerId, client, machine } = skillLoads;
  const ofItem = and(eq(orgId, sql.placeholder('orgId')), eq(itemId, sql.placeholder('itemId')));
  const ofReader = and(ofItem, eq(readerId, sql.placeholder('readerId')));
  const put = prepare('skill_load_put', (db) =>
    db
      .insert(skillLoads)
      .values(fillColumns(skillLoads))
      .onConflictDoUpdate({ target: [orgId, itemId, readerId, client, machine], set: takeColumns(skillLoads, 'version', 'at') }),
  );
  const drop = prepare('skill_load_drop', (db) =>
    db.delete(skillLoads).where(
      and(
        ofReader,
        sql`${skillLoads.at} < (select min(recent.at) from (select l.at from skill_loads l
          where l.org_id = ${sql.placeholder('orgId')} and l.item_id = ${sql.placeholder('itemId')} and l.reader_id = ${sql.placeholder('readerId')}
          order by l.at desc limit ${sql.raw(String(maxLoadsOfReader))}) recent)`,
      ),
    ),
  );
  const there = prepare('skill_there', (db) =>
    db
      .select({ id: items.id })
      .from(items)
      .where(and(eq(items.orgId, sql.placeholder('orgId')), eq(items.id, sql.placeholder('itemId')))),
  );
  const page = prepare('skill_loads', (db) =>
    db
      .select()
      .from(skillLoads)
      .where(ofItem)
      .orderBy(sql`${skillLoads.at} desc`, skillLoads.readerId, skillLoads.client, skillLoads.machine)
      .limit(sql.placeholder('limit')),
  );
  const uses = prepare('skill_uses', (db) =>
    db
      .select({
        itemId,
        readers: sql<number>`count(distinct ${readerId})`,
        machines: sql<number>`count(distinct nullif(${machine}, ''))`,
        at: sql<number>`max(${skillLoads.at})`,
      })
      .from(skillLoads)
      .where(and(eq(orgId, sql.placeholder('orgId')), sql`${itemId} in (${listed(dialect, 'itemIds')})`))
      .groupBy(itemId),
  );

  return {
    /** Records that a version of a skill was read. Stores nothing if the skill has been purged since. */
    *load(load: SkillLoad): Op<void> {
      yield* lockRow('items', load.orgId, load.itemId);
      if ((yield* there({ orgId: load.orgId, itemId: load.itemId })).length === 0) return;
      yield* put({ ...load });
      yield* drop({ orgId: load.orgId, itemId: load.itemId, readerId: load.readerId });
    },
    /** Loads of a skill, latest first. A reader has one for each program and machine. */
    *loads(orgId: string, itemId: string, limit: number): Op<SkillLoad[]> {
      return yield* page({ orgId, itemId, limit });
    },
    /** Number of readers of some skills. Skills without readers are absent. */
    *uses(orgId: string, itemIds: readonly string[]): Op<SkillUse[]> {
      return itemIds.length === 0 ? [] : yield* uses({ orgId, itemIds: JSON.stringify(itemIds) });
    },
  };
}

/** The texts of a JSON list as rows, so that a condition on many values takes one parameter. */
function listed(dialect: Engine['dialect'], name: string) {
  return dialect === 'sqlite'
    ? sql`select value from json_each(${sql.placeholder(name)})`
    : sql`select json_array_elements_text(${sql.placeholder(name)}::json)`;
}
