import type { FoundItem, Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { reviewedContent } from './reviewed-content.ts';

/** Value of `version` that names the reviewed content. */
const reviewed = z.literal('reviewed');

/** The argument `version` of tools that read a text: a number, or `reviewed` (D78.5). */
export function versionArgument() {
  return z.union([z.int().min(1), reviewed]).optional();
}

/** Same for a tool that reads no older versions. */
export function reviewedArgument() {
  return reviewed.optional();
}

/** A text that is no version, or the number of a version. */
export type NamedVersion = { text: string } | { number: number };

/** The version that a call names. An item that is new, or a skill that nobody has reviewed, has no reviewed one: then it does not exist. */
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

/** `reviewed` in results about an item: only where agents' changes are reviewed. False while changes wait. */
export const reviewedShape = { reviewed: z.boolean().optional() };

export function reviewedField({ type, asksReview, waitsSince }: FoundItem): { reviewed?: boolean } {
  return type !== 'skill' && (asksReview === 1 || waitsSince !== null) ? { reviewed: waitsSince === null } : {};
}
