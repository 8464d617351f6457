import type { FoundItem, Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { reviewedContent } from './reviewed-content.ts';

/** Value of `version` that selects the reviewed content. */
const reviewed = z.literal('reviewed');

/** Argument `version` of tools that read text: a number, or `reviewed` (D78.5). */
export function versionArgument() {
  return z.union([z.int().min(1), reviewed]).optional();
}

/** Same, for tools that cannot read older versions. */
export function reviewedArgument() {
  return reviewed.optional();
}

/** A reviewed text that is not a version, or the number of a version. */
export type NamedVersion = { text: string } | { number: number };

/** Finds the version that a call asks for. Throws `no_such_item` for `reviewed` if nothing of the item was ever reviewed. */
export function* namedVersion(context: ToolContext, item: VisibleItem, version: number | 'reviewed' | undefined): Op<NamedVersion> {
  if (version !== 'reviewed') return { number: version ?? item.versionCount };
  if (item.type === 'skill') {
    if (item.reviewedVersion === null) throw noSuchItem();
    return { number: item.reviewedVersion };
  }
  if (item.waitsSince === null) return { number: item.versionCount };
  const content = yield* reviewedContent(context, item);
  if (content.kind === 'none') throw noSuchItem();
  return content.kind === 'text' ? { text: content.text } : { number: content.version };
}

/** Field `reviewed` of results. Present only in places with review. False while changes wait. */
export const reviewedShape = { reviewed: z.boolean().optional() };

export function reviewedField({ type, asksReview, waitsSince }: FoundItem): { reviewed?: boolean } {
  return type !== 'skill' && (asksReview === 1 || waitsSince !== null) ? { reviewed: waitsSince === null } : {};
}
