import type { SkillUse } from '@gatehouse/storage';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, pageLimit, time } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { folderFields, folderShape, newestPosition } from '../items/item-fields.ts';
import { author, entryExample, entryFields } from '../items/list-items.ts';
import { reviewFields, reviewShape } from '../skill-files/reviewed.ts';

export const browseSkills = defineTool({
  name: 'browse_skills',
  title: 'Browse skills',
  description:
    'List skills in all folders, last changed first, with their review state and the number of agents, people and machines that read them. With waiting, only skills that wait for a review.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    waiting: z.literal(true).optional().describe('only skills without a review of the newest version'),
    limit: pageLimit(50, 200, 'skills'),
    cursor: cursor(),
  }),
  output: z.object({
    skills: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        tags: z.array(z.string()),
        ...folderShape,
        versionCount: z.int(),
        ...reviewShape,
        readerCount: z.int().describe('number of agents and people that read it'),
        machineCount: z.int().describe('number of machines that read it, if they give their name'),
        lastReadAt: time.nullable(),
        updatedAt: time,
        by: author.describe('author of the last change'),
      }),
    ),
    nextCursor,
  }),
  example: {
    input: { waiting: true },
    output: {
      skills: [
        {
          id: 'skill_01jd2x7q8me3k5w9t4v6b8n0r2',
          name: 'release-notes',
          description: 'How we write release notes.',
          tags: [],
          folderId: null,
          versionCount: 3,
          reviewed: false,
          reviewedVersion: 2,
          readerCount: 4,
          machineCount: 2,
          lastReadAt: 1_763_600_000_000,
          updatedAt: entryExample.updatedAt,
          by: entryExample.by,
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { waiting, limit, cursor }) {
    const { store, viewer } = context;
    const list = `browse skills ${waiting ? 'waiting' : ''}`;
    const [updatedAt, id] = cursor === undefined ? [] : decodeCursor(list, newestPosition, cursor);
    const after = updatedAt === undefined || id === undefined ? undefined : { updatedAt, id };
    const found = yield* store.items.list({ viewer, sort: 'skill', waiting, after, limit: limit + 1 });
    const { rows, nextCursor } = pageOf(list, found, limit, (skill) => [skill.updatedAt, skill.id]);
    const uses = yield* store.skills.uses(
      viewer.orgId,
      rows.map((row) => row.id),
    );
    const useOf = new Map(uses.map((use) => [use.itemId, use]));
    return {
      skills: rows.map((skill) => {
        const { updatedAt, by } = entryFields(skill);
        return {
          id: skill.id,
          name: skill.name,
          description: skill.description ?? '',
          tags: skill.tags,
          ...folderFields(skill),
          versionCount: skill.versionCount,
          ...reviewFields(skill),
          ...useFields(useOf.get(skill.id)),
          updatedAt,
          by,
        };
      }),
      nextCursor,
    };
  },
});

function useFields(use: SkillUse | undefined) {
  return { readerCount: use?.readers ?? 0, machineCount: use?.machines ?? 0, lastReadAt: use?.at ?? null };
}
