import type { VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { named } from '../../kernel/schema/named.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { folderFields, folderShape } from '../items/item-fields.ts';
import { entryExample, entryFields, entryShape, listArguments, listItems, listShape } from '../items/list-items.ts';
import { deep, lookIn } from '../items/look-in.ts';
import { reviewFields, reviewShape } from '../skill-files/reviewed.ts';
import { shownSkillFile } from '../skill-files/shown-file.ts';
import { contentsOfSkills } from '../skill-files/skill-contents.ts';
import { type DescribedSkill, describeSkills, maxDescribedSkills, skillManifestShape } from '../skill-files/skill-manifest.ts';

export const listSkills = defineTool({
  name: 'list_skills',
  title: 'List skills',
  description: 'List skills (reusable instructions) with their descriptions. Read one with read_file.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    folderId: identifier('only skills in this folder').optional(),
    deep: deep(),
    includeFiles: z.enum(['paths', 'contents']).optional(),
    ...listArguments('skills'),
  }),
  output: z.object({
    skills: z.array(
      named(
        'Skill',
        'A skill: instructions that agents read when they need them.',
        z.object({
          id: z.string(),
          name: z.string(),
          description: z.string(),
          tags: z.array(z.string()),
          versionCount: z.int(),
          ...reviewShape,
          filesHash: z.string().nullable().describe('hash of the files except SKILL.md; null: no such files'),
          ...folderShape,
          ...entryShape,
          ...skillManifestShape,
          files: z.array(shownSkillFile).optional().describe('omitted if the answer is full'),
          url: z.string(),
        }),
      ),
    ),
    ...listShape,
  }),
  example: {
    input: {},
    output: {
      skills: [
        {
          id: 'skill_01jd2x7q8me3k5w9t4v6b8n0r2',
          name: 'release-notes',
          description: 'How we write release notes.',
          tags: [],
          versionCount: 2,
          reviewed: true,
          reviewedVersion: 2,
          filesHash: null,
          folderId: null,
          ...entryExample,
          url: examplePageAddress('skill_01jd2x7q8me3k5w9t4v6b8n0r2'),
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { folderId, deep, includeFiles, ...request }) {
    if (includeFiles && request.limit > maxDescribedSkills) {
      throw refusal(
        'invalid_argument',
        `argument "limit": with includeFiles at most ${maxDescribedSkills} skills are returned; follow nextCursor`,
      );
    }
    const place = yield* lookIn(context, { folderId, deep });
    let described: Map<string, DescribedSkill> | undefined;
    const fit = function* (rows: readonly VisibleItem[]) {
      const found = yield* describeSkills(context, rows);
      described = found.skills;
      return found.rows;
    };
    const { list } = context.store.items;
    const page = yield* listItems(place, { sort: 'skill', list, ...request, ...(includeFiles && { fit }) });
    const contents = includeFiles === 'contents' && described ? yield* contentsOfSkills(context, page.rows, described) : undefined;
    return {
      skills: page.rows
        .filter(({ id }) => described?.has(id) ?? true)
        .map((skill) => ({
          id: skill.id,
          name: skill.name,
          description: skill.description ?? '',
          tags: skill.tags,
          versionCount: skill.versionCount,
          ...reviewFields(skill),
          filesHash: skill.manifest,
          ...folderFields(skill),
          ...entryFields(skill),
          ...described?.get(skill.id),
          ...contents?.get(skill.id),
          url: pageAddress(context, skill.id),
        })),
      ...page.said,
    };
  },
});
