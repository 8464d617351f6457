import { isReviewedWhenSaved } from '@gatehouse/domain/skills';
import type { Op, StoredVersion, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';

/** The fields about reviews in every result with a skill. // D72 */
export const reviewShape = {
  reviewed: z.boolean(),
  reviewedVersion: z.int().nullable(),
};

/** Whether the newest version needs no review, and the last version that needs none. */
export function reviewFields({ versionCount, reviewedVersion }: Pick<VisibleItem, 'versionCount' | 'reviewedVersion'>) {
  return { reviewed: reviewedVersion === versionCount, reviewedVersion };
}

/** Whether a person saved a version of a skill, other than by taking changes back to what nobody had reviewed, or confirmed it. */
export function* isReviewed({ store }: ToolContext, { orgId, id }: VisibleItem, version: StoredVersion): Op<boolean> {
  const [made] = yield* store.versions.madeFrom(orgId, id, version.number);
  if (made && isReviewedWhenSaved({ ...made, needsReview: version.needsReview })) return true;
  return yield* store.skills.isConfirmed(orgId, id, version.number);
}
