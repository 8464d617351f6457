import type { VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';

/** What every result with a skill says of its review. // D72 */
export const reviewShape = {
  reviewed: z.boolean(),
  reviewedVersion: z.int().nullable(),
};

/** Whether the newest version needs no review, and which version was the last that needs none. */
export function reviewFields({ versionCount, reviewedVersion }: Pick<VisibleItem, 'versionCount' | 'reviewedVersion'>) {
  return { reviewed: reviewedVersion === versionCount, reviewedVersion };
}
