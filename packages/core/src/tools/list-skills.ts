import { z } from 'zod';
import { decodeCursor, pageOf } from '../cursor.ts';
import { folderArgument, folderFields, folderShape, newestPosition } from '../items/item-fields.ts';
import { nextCursor } from '../items/shapes.ts';
import { cursor, identifier, pageLimit, time } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const listSkills = defineTool({
  name: 'list_skills',
  title: 'List skills',
  description: 'List skills (reusable instructions) with their descriptions. Read one with read_file.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    folderId: identifier('only skills in this folder').optional(),
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
        versionCount: z.int(),
        ...folderShape,
        updatedAt: time,
      }),
    ),
    nextCursor,
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
          folderId: null,
          updatedAt: 1_763_600_000_000,
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { folderId, limit, cursor }) {
    const folder = yield* folderArgument(context, folderId);
    const list = `skills ${folder ?? ''}`;
    const [updatedAt, id] = cursor === undefined ? [] : decodeCursor(list, newestPosition, cursor);
    const found = yield* context.store.items.list({
      viewer: context.viewer,
      sort: 'skill',
      folderId: folder ?? undefined,
      after: updatedAt === undefined || id === undefined ? undefined : { updatedAt, id },
      limit: limit + 1,
    });
    const page = pageOf(list, found, limit, (skill) => [skill.updatedAt, skill.id]);
    return {
      skills: page.rows.map((skill) => ({
        id: skill.id,
        name: skill.name,
        description: skill.description ?? '',
        tags: skill.tags,
        versionCount: skill.versionCount,
        ...folderFields(skill),
        updatedAt: skill.updatedAt,
      })),
      nextCursor: page.nextCursor,
    };
  },
});
