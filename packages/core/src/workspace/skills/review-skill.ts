import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findItemForChange } from '../items/find-item.ts';
import { confirmSkillVersion } from '../review/review-skill-version.ts';
import { reviewFields, reviewShape } from '../skill-files/reviewed.ts';
import { skillWarnings, warnOfVersion } from '../skill-files/skill-warnings.ts';

export const reviewSkill = defineTool({
  name: 'review_skill',
  title: 'Confirm a version of a skill',
  description:
    'Deprecated name of review_item. Confirm a version of a skill that an agent saved. It then counts as reviewed and is also synced to machines that only accept reviewed versions. Creates no version.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    itemId: identifier('a skill'),
    version: z.int().min(1).describe('version that you have reviewed'),
  }),
  output: z.object({
    versionCount: z.int(),
    ...reviewShape,
    warnings: skillWarnings.optional().describe('author of the confirmed version'),
  }),
  example: {
    input: { itemId: 'skill_01jd2x7q8me3k5w9t4v6b8n0r2', version: 3 },
    output: { versionCount: 3, reviewed: true, reviewedVersion: 3, warnings: [] },
  },
  *run(context, { itemId, version }) {
    const item = yield* findItemForChange(context, 'skill', itemId);
    const reviewed = yield* confirmSkillVersion(context, item, version);
    const warnings = yield* warnOfVersion(context, item, version);
    return { versionCount: item.versionCount, ...reviewFields(reviewed), warnings };
  },
});
