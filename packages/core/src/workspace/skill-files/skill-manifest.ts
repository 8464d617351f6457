import { inPathOrder, readFrontmatter, type SkillFile, skillMain } from '@gatehouse/domain/skills';
import type { Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { readText } from '../items/content.ts';
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

/** The newest versions of a page of skills, read in two queries and so from one instant. // D72 */
export function* describeSkills(context: ToolContext, skills: readonly VisibleItem[]): Op<Map<string, DescribedSkill>> {
  const { store, viewer } = context;
  const ids = skills.map(({ id }) => id);
  const texts = yield* store.contents.texts(viewer.orgId, ids);
  const beside = new Map((yield* store.skills.headManifests(viewer.orgId, ids)).map(({ itemId, files }) => [itemId, files]));
  const described = new Map<string, DescribedSkill>();
  for (const skill of skills) {
    const main = { path: skillMain, sizeBytes: skill.sizeBytes, sha256: skill.sha256.toString('hex'), executable: false };
    // A long one is not among the texts.
    const text = texts.get(skill.id) ?? (yield* readText(context, skill));
    const manifest = inPathOrder([main, ...(beside.get(skill.id) ?? [])]);
    described.set(skill.id, { address: skillAddress(skill), frontmatter: readFrontmatter(text) ?? {}, manifest });
  }
  return described;
}
