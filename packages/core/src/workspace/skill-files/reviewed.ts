import type { VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';

/** The fields about reviews in every result with a skill. // D72 */
export const reviewShape = {
  reviewed: z.boolean(),
  reviewedVersion: z.int().nullable(),
};

/** Whether the newest version needs no review, and the last version that needs none. */
export function reviewFields({ versionCount, reviewedVersion }: Pick<VisibleItem, 'versionCount' | 'reviewedVersion'>) {
  return { reviewed: reviewedVersion === versionCount, reviewedVersion };
}
