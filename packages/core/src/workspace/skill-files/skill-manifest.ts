import { inPathOrder, readFrontmatter, type SkillFile, skillMain } from '@gatehouse/domain/skills';
import type { Op, VisibleItem } from '@gatehouse/storage';
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

/** The versions of a page of skills that were found, although each may have a newer one by now. // D72 */
export function* describeSkills(context: ToolContext, skills: readonly VisibleItem[]): Op<Map<string, DescribedSkill>> {
  const { store, viewer } = context;
  const ids = skills.map(({ id }) => id);
  const texts = yield* store.contents.texts(viewer.orgId, ids);
  const beside = yield* store.skills.manifests(viewer.orgId, skills);
  const described = new Map<string, DescribedSkill>();
  for (const skill of skills) {
    // It has been purged since it was found.
    if (skill.manifest !== null && !beside.has(skill.id)) continue;
    const main = { path: skillMain, sizeBytes: skill.sizeBytes, sha256: skill.sha256.toString('hex'), executable: false };
    const newest = texts.get(skill.id);
    // A long one is not among the texts, and one of them can be newer than the skill that was found.
    const text = newest !== undefined && isTextOf(skill, newest) ? newest : yield* readText(context, skill);
    const manifest = inPathOrder([main, ...(beside.get(skill.id) ?? [])]);
    described.set(skill.id, { address: skillAddress(skill), frontmatter: readFrontmatter(text) ?? {}, manifest });
  }
  return described;
}
