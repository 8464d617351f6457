import { isReviewedWhenSaved } from '@gatehouse/domain/skills';
import type { Op, StoredVersion, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';

/** The fields about reviews in every result with a skill. // D72 */
export const reviewShape = {
  reviewed: z.boolean(),
  reviewedVersion: z.int().nullable(),
};

/** States if the newest version needs no review, and the last version that needs none. */
export function reviewFields({ versionCount, reviewedVersion }: Pick<VisibleItem, 'versionCount' | 'reviewedVersion'>) {
  return { reviewed: reviewedVersion === versionCount, reviewedVersion };
}

/** True if a person saved or confirmed a version of a skill. Taking changes back to a version without review does not count. */
export function* isReviewed(context: ToolContext, item: VisibleItem, version: StoredVersion): Op<boolean> {
  if (yield* wasReviewedWhenSaved(context, item, version)) return true;
  return yield* context.store.skills.isConfirmed(item.orgId, item.id, version.number);
}

/** Same without confirmations. */
export function* wasReviewedWhenSaved(
  { store }: ToolContext,
  { orgId, id }: VisibleItem,
  { number, needsReview }: StoredVersion,
): Op<boolean> {
  const [made] = yield* store.versions.madeFrom(orgId, id, number);
  return made !== undefined && isReviewedWhenSaved({ ...made, needsReview });
}
