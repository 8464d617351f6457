import { z } from 'zod';
import { madeBy } from '../../kernel/context/made-by.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findVersion } from '../items/content.ts';
import { findItemForChange } from '../items/find-item.ts';
import { reviewFields, reviewShape, wasReviewedWhenSaved } from '../skill-files/reviewed.ts';
import { skillWarnings, warnOfVersion } from '../skill-files/skill-warnings.ts';

export const reviewSkill = defineTool({
  name: 'review_skill',
  title: 'Confirm a version of a skill',
  description:
    'Confirm a version of a skill that an agent saved. It then counts as reviewed and is also synced to machines that only accept reviewed versions. Creates no version.',
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
    const { store, caller, now } = context;
    const item = yield* findItemForChange(context, 'skill', itemId);
    const stored = yield* findVersion(context, item, version);
    if (caller.personId === null)
      throw refusal('invalid_argument', 'only a person can confirm a version: sign in, or name a person with --as');
    const warnings = yield* warnOfVersion(context, item, version);
    if (yield* wasReviewedWhenSaved(context, item, stored)) return { versionCount: item.versionCount, ...reviewFields(item), warnings };
    yield* store.skills.review({ orgId: item.orgId, itemId: item.id, version, personId: caller.personId, at: now });
    const reviewedVersion = Math.max(version, item.reviewedVersion ?? 0);
    const reviewed = { ...item, reviewedVersion };
    yield* store.items.update(reviewed, item, madeBy(context));
    return { versionCount: item.versionCount, ...reviewFields(reviewed), warnings };
  },
});
