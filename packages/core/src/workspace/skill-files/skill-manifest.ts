import { inPathOrder, readFrontmatter, type SkillFile, skillMain, weighFrontmatter } from '@gatehouse/domain/skills';
import type { Op, VisibleItem } from '@gatehouse/storage';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { isTextOf, readText } from '../items/content.ts';
import { skillAddress } from './skill-address.ts';

const manifestFile = z.object({ path: z.string(), sizeBytes: z.int(), sha256: z.string(), executable: z.boolean() });

/** The files of a skill, for clients that compare them with theirs. */
export const skillManifestShape = {
  address: z.string().optional().describe('skill://… over MCP'),
  frontmatter: z.record(z.string(), z.unknown()).optional().describe('of SKILL.md, as JSON'),
  manifest: z.array(manifestFile).optional().describe('all its files'),
};

/** The most skills on a page with their files: each has up to 512. */
export const maxDescribedSkills = 50;

export interface DescribedSkill {
  address: string;
  frontmatter: Record<string, unknown>;
  manifest: SkillFile[];
}

/** Parsed manifests by SHA-256: unpacking and parsing take most of the time of a page. */
const keptManifests = new LRUCache<string, readonly SkillFile[]>({ max: 1000 });
/** Maximum files of a manifest in the cache, which bounds it to a few MB. */
const maxKeptFiles = 40;
const keptFrontmatters = new LRUCache<string, Record<string, unknown>>({ maxSize: 4 * 1024 * 1024 });
/** Size of an entry besides its text, in letters. */
const frontmatterWeight = 200;
/** Work of a page with SKILL.md files that are not kept, in tokens of YAML: 25 ms of processor time. */
const maxWork = 8000;
/** Reading a byte of a SKILL.md takes as much time as this part of a token. */
const tokensOfByte = 1 / 125;

/** Skills of the first rows of a page, by identifier. */
interface DescribedPage {
  rows: number;
  skills: Map<string, DescribedSkill>;
}

/**
 * Describes the versions of a page of skills that were found, although each may have a newer one by now. A page ends early where reading
 * frontmatters takes long. // D72
 */
export function* describeSkills(context: ToolContext, skills: readonly VisibleItem[]): Op<DescribedPage> {
  const frontmatters = yield* frontmattersOf(context, skills);
  const missing = skills.findIndex(({ sha256 }) => !frontmatters.has(sha256.toString('hex')));
  const rows = skills.slice(0, missing === -1 ? skills.length : missing);
  const manifests = yield* manifestsOf(context, rows);
  const described = new Map<string, DescribedSkill>();
  for (const skill of rows) {
    const beside = skill.manifest === null ? [] : manifests.get(skill.manifest);
    // The skill has been purged since it was found.
    if (!beside) continue;
    const sha256 = skill.sha256.toString('hex');
    const main = { path: skillMain, sizeBytes: skill.sizeBytes, sha256, executable: false };
    const frontmatter = frontmatters.get(sha256) ?? {};
    described.set(skill.id, { address: skillAddress(skill), frontmatter, manifest: inPathOrder([main, ...beside]) });
  }
  return { rows: rows.length, skills: described };
}

/** By their hashes. */
function* manifestsOf({ store, viewer }: ToolContext, skills: readonly VisibleItem[]): Op<Map<string, readonly SkillFile[]>> {
  const hashes = skills.flatMap(({ manifest }) => manifest ?? []);
  const known = knownOf(keptManifests, hashes);
  const unknown = skills.filter(({ manifest }) => manifest !== null && !known.has(manifest));
  const read = yield* store.skills.manifests(viewer.orgId, unknown);
  for (const { id, manifest } of unknown) {
    const files = read.get(id);
    if (manifest === null || !files) continue;
    known.set(manifest, files);
    if (files.length <= maxKeptFiles) keptManifests.set(manifest, files);
  }
  return known;
}

/** Reads frontmatters by the hash of their SKILL.md: at least the first skill's, and as many as the work of a page allows. */
function* frontmattersOf(context: ToolContext, skills: readonly VisibleItem[]): Op<Map<string, Record<string, unknown>>> {
  const { store, viewer } = context;
  const known = knownOf(
    keptFrontmatters,
    skills.map(({ sha256 }) => sha256.toString('hex')),
  );
  const unknown = skills.filter(({ sha256 }) => !known.has(sha256.toString('hex')));
  if (unknown.length === 0) return known;
  const texts = yield* store.contents.texts(
    viewer.orgId,
    unknown.map(({ id }) => id),
  );
  let work = 0;
  for (const skill of unknown) {
    if (work > maxWork) break;
    const newest = texts.get(skill.id);
    // A long text is not among the texts read, and a text can be newer than the skill that was found.
    const text = newest !== undefined && isTextOf(skill, newest) ? newest : yield* readText(context, skill);
    work += weighFrontmatter(text) + skill.sizeBytes * tokensOfByte;
    const frontmatter = readFrontmatter(text) ?? {};
    const hash = skill.sha256.toString('hex');
    known.set(hash, frontmatter);
    keptFrontmatters.set(hash, frontmatter, { size: frontmatterWeight + JSON.stringify(frontmatter).length });
  }
  return known;
}

function knownOf<Value extends object>(kept: LRUCache<string, Value>, hashes: readonly string[]): Map<string, Value> {
  return new Map(
    hashes.flatMap((hash) => {
      const value = kept.get(hash);
      return value === undefined ? [] : [[hash, value]];
    }),
  );
}
