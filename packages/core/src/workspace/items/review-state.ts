import { saveByPerson } from '@gatehouse/domain/review';
import { isReviewedWhenSaved } from '@gatehouse/domain/skills';
import { type FoundItem, type Item, type Op, sha256, type VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type Content, digestOf, readText } from './content.ts';
import { noteDecision } from './note-decision.ts';
import { currentContent, maxComparedBytes, type ReviewedContent, reviewedAndCurrent, reviewedContent } from './reviewed-content.ts';

/** Columns of an item that hold its review state. */
export type ReviewState = Pick<Item, 'reviewCount' | 'waitsSince'>;

/** Place of an item, and whether it asks for review. */
interface ReviewedPlace {
  folderId: string | null;
  asksReview: boolean;
}

/** Reviewed content after a change. `current` means that it equals the current content, so nothing waits. */
type NextReviewed = ReviewedContent | 'current';

/** True if a call counts as an agent's, because it came through a key (D78). */
export function isAgents({ call: { attribution } }: Pick<ToolContext, 'call'>): boolean {
  return !isReviewedWhenSaved(attribution);
}

/**
 * Computes the review state of an item before its new content is saved. An agent's change affects only the current text, a person's both
 * texts. `decided` is the reviewed content after a decision. Makes no query if no review applies.
 */
export function* reviewSave(context: ToolContext, item: FoundItem, content: Content, decided?: ReviewedContent): Op<ReviewState> {
  const isWaiting = item.waitsSince !== null;
  if (item.type === 'skill' || !(isWaiting || (isAgents(context) && item.asksReview === 1))) return stateOf(item);
  if (decided) return yield* keepOrEnd(context, item, content, decided);
  if (!isAgents(context)) return yield* acceptBySaving(context, item, content);
  const reviewed = yield* reviewedContent(context, item);
  if (yield* equals(context, item, reviewed, content)) return isWaiting ? yield* endWaiting(context, item) : stateOf(item);
  if (isWaiting) return { reviewCount: item.reviewCount + 1, waitsSince: item.waitsSince };
  return yield* beginWaiting(context, item, item.folderId, reviewed);
}

/** Lets an item wait unless its new content equals the reviewed one. */
function* keepOrEnd(context: ToolContext, item: Item, content: Content, next: NextReviewed): Op<ReviewState> {
  if (next === 'current' || (yield* equals(context, item, next, content))) return yield* endWaiting(context, item);
  return yield* keepWaiting(context, item, next);
}

/** Same for a new item. An agent's item waits as a whole. */
export function* reviewCreation(context: ToolContext, item: Item, { folderId, asksReview }: ReviewedPlace): Op<ReviewState> {
  if (item.type === 'skill' || !asksReview || !isAgents(context)) return stateOf(item);
  return yield* beginWaiting(context, item, folderId, { kind: 'none' });
}

/**
 * Records that a person's save of a skill decided about the versions that waited: it accepted them, or restored the last reviewed version.
 * // D78.4
 */
export function* reviewSkillSave(context: ToolContext, before: Item, { reviewedVersion, versionCount, sha256, manifest }: Item): Op<void> {
  if (before.type !== 'skill' || before.reviewedVersion === before.versionCount || reviewedVersion !== versionCount) return;
  const number = before.reviewedVersion;
  const reviewed = number === null ? undefined : yield* context.store.versions.find(before.orgId, before.id, number);
  const isDeclined = reviewed?.sha256.equals(sha256) && reviewed.manifest === manifest;
  yield* noteDecision(context, before, { how: 'save', ...(isDeclined ? declined(1) : accepted(1)) });
}

/** Same for a move. An item that an agent moves into a place with review waits as a whole. */
export function* reviewArrival(context: ToolContext, item: FoundItem, place: ReviewedPlace): Op<ReviewState> {
  if (item.waitsSince !== null || item.asksReview === 1) return stateOf(item);
  return yield* reviewCreation(context, item, place);
}

/** Same for a move to the trash. An agent's deletion waits, unless the whole item was still waiting. */
export function* reviewDeletion(context: ToolContext, item: FoundItem): Op<ReviewState> {
  if (item.type === 'skill' || !isAgents(context) || (item.waitsSince === null && item.asksReview !== 1)) return stateOf(item);
  if (item.waitsSince === null) return yield* beginWaiting(context, item, item.folderId, yield* currentContent(context, item));
  const { kind } = yield* reviewedContent(context, item);
  return kind === 'none' ? yield* endWaiting(context, item) : { reviewCount: item.reviewCount + 1, waitsSince: item.waitsSince };
}

/** Same for a restored item. */
export function* reviewRestoring(context: ToolContext, item: FoundItem): Op<ReviewState> {
  // An agent's new item stops waiting when the agent deletes it: bringing it back must not get around the review.
  if (item.waitsSince === null) return yield* reviewCreation(context, item, { folderId: item.folderId, asksReview: item.asksReview === 1 });
  return yield* endDeletion(context, item);
}

/** Review state after a deletion is accepted or undone. Changes of the content still wait if it differs from the reviewed content. */
export function* endDeletion(context: ToolContext, item: VisibleItem): Op<ReviewState> {
  const isSettled = yield* matches(context, item, yield* reviewedContent(context, item), item.sha256);
  return isSettled ? yield* endWaiting(context, item) : { reviewCount: item.reviewCount + 1, waitsSince: item.waitsSince };
}

/** Removes an item from review after everything is decided. */
export function* endWaiting({ store }: ToolContext, item: Item): Op<ReviewState> {
  yield* store.reviews.remove(item.orgId, item.id);
  return { reviewCount: item.reviewCount + 1, waitsSince: null };
}

/** Stores the reviewed content of an item that begins to wait, unless the review of its place has been switched off since it was found. */
function* beginWaiting(context: ToolContext, item: Item, folderId: string | null, reviewed: ReviewedContent): Op<ReviewState> {
  if (!(yield* context.store.reviews.holdAsking(item.orgId, folderId))) return stateOf(item);
  return yield* keepWaiting(context, item, reviewed);
}

/** Stores the reviewed content of an item while changes wait. */
export function* keepWaiting({ store, now }: ToolContext, item: Item, reviewed: ReviewedContent): Op<ReviewState> {
  const bytes = reviewed.kind === 'text' ? Buffer.from(reviewed.text) : undefined;
  yield* store.reviews.put({
    orgId: item.orgId,
    itemId: item.id,
    body: reviewed.kind === 'text' ? reviewed.text : null,
    version: reviewed.kind === 'version' ? reviewed.version : null,
    sizeBytes: bytes?.length ?? 0,
    sha256: bytes ? sha256(bytes) : null,
  });
  return { reviewCount: item.reviewCount + 1, waitsSince: item.waitsSince ?? now };
}

/** Merges a person's save into the reviewed content, and records the changes that it accepts. One that restores this content declines them. */
function* acceptBySaving(context: ToolContext, item: VisibleItem, content: Content): Op<ReviewState> {
  const { reviewed, text } = yield* reviewedAndCurrent(context, item);
  const { next, touched } = yield* mergedByPerson(context, item, { reviewed, text }, content);
  if (touched > 0) {
    const isDeclined = yield* equals(context, item, reviewed, content);
    yield* noteDecision(context, item, { how: 'save', ...(isDeclined ? declined(touched) : accepted(touched)) });
  }
  return yield* keepOrEnd(context, item, content, next);
}

/** A person's save accepts every change that it touches. A new item, and content that is not compared, is accepted as a whole. */
function* mergedByPerson(
  context: ToolContext,
  item: VisibleItem,
  { reviewed, text }: { reviewed: ReviewedContent; text: string | null },
  content: Content,
): Op<{ next: NextReviewed; touched: number }> {
  const whole = { next: 'current', touched: 1 } as const;
  if (reviewed.kind !== 'text' || !('text' in content) || Buffer.byteLength(content.text) > maxComparedBytes) return whole;
  if (item.kind !== 'text' || item.sizeBytes > maxComparedBytes) return whole;
  const saved = saveByPerson({ reviewed: reviewed.text, current: text ?? (yield* readText(context, item)) }, content.text);
  return { next: { kind: 'text', text: saved.reviewed }, touched: saved.touched.length };
}

/** True if the reviewed content equals a content. Comparing two texts costs much less than their hashes. */
function* equals(context: ToolContext, item: Item, reviewed: ReviewedContent, content: Content): Op<boolean> {
  if (reviewed.kind === 'text' && 'text' in content) return reviewed.text === content.text;
  return yield* matches(context, item, reviewed, digestOf(content));
}

function* matches({ store }: ToolContext, { orgId, id }: Item, reviewed: ReviewedContent, digest: Buffer): Op<boolean> {
  if (reviewed.kind === 'none') return false;
  if (reviewed.kind === 'text') return sha256(Buffer.from(reviewed.text)).equals(digest);
  return (yield* store.versions.find(orgId, id, reviewed.version))?.sha256.equals(digest) ?? false;
}

const accepted = (count: number) => ({ accepted: count, declined: 0 });
const declined = (count: number) => ({ accepted: 0, declined: count });

function stateOf({ reviewCount, waitsSince }: ReviewState): ReviewState {
  return { reviewCount, waitsSince };
}
