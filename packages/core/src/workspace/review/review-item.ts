import { decide } from '@gatehouse/domain/review';
import type { FoundItem, Item, Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { commentText } from '../comments/add-comment.ts';
import { findVersion, versionContent } from '../items/content.ts';
import { noteDecision } from '../items/note-decision.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { refuseTakenName } from '../items/refuse-taken-name.ts';
import { endDeletion, endWaiting, keepWaiting, type ReviewState } from '../items/review-state.ts';
import { saveContent } from '../items/save-item.ts';
import { moveToTrash, takeFromTrash } from '../trash/trash.ts';
import { findToDecide } from './find-for-review.ts';
import { noteDeclined } from './note-declined.ts';
import { reviewSkillVersion } from './review-skill-version.ts';
import { findWaiting, type Waiting } from './waiting.ts';

const chosen = z.union([z.literal(true), z.array(z.string().min(1).max(40)).max(10_000)]).optional();

export const reviewItem = defineTool({
  name: 'review_item',
  title: 'Review item',
  description:
    "Accept or decline agents' changes to a document or file. Accepting makes them part of the reviewed text; declining removes them from the current text by a new version. A skill is decided by version: declining restores its last reviewed version.",
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({
    itemId: identifier('from list_reviews'),
    reviewCount: z.int().min(0).optional().describe('from read_review; required, except for a skill'),
    version: z.int().min(1).optional().describe('only for a skill: the version to decide about'),
    seenAt: time.optional().describe('in place of them, with "accept": true: refuse if the item changed after this time'),
    accept: chosen.describe('identifiers of changes from read_review, or true for all'),
    decline: chosen.describe('same'),
    note: commentText.optional().describe('reason for declining, sent to the agent as a comment on the declined words'),
  }),
  output: z.object({
    versionCount: z.int(),
    reviewCount: z.int(),
    waiting: z.int().describe('number of changes that still wait'),
  }),
  example: {
    input: { itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', reviewCount: 3, accept: ['0p3k9x2m1qa'] },
    output: { versionCount: 4, reviewCount: 4, waiting: 0 },
  },
  *run(context, { itemId, seenAt, accept, decline, note, ...known }) {
    if (context.caller.personId === null)
      throw refusal('invalid_argument', 'only a person can review changes: sign in, or name a person with --as');
    if (accept === undefined && decline === undefined) throw refusal('nothing_to_change', 'give "accept" or "decline"');
    if (note !== undefined && decline === undefined)
      throw refusal('invalid_argument', 'argument "note" gives the reason for declining: leave it out, or give "decline"');
    if (note !== undefined) yield* context.store.comments.holdSubject(context.viewer.orgId, itemId);
    const item = yield* findToDecide(context, itemId);
    refuseProtected(context.call.tool, item);
    const { version, reviewCount } = seenAt === undefined ? known : countsAt(item, { seenAt, accept, decline, ...known });
    if (item.type === 'skill') return yield* reviewSkillVersion(context, item, { version, accept, decline, note });
    refuseOtherCount(item, reviewCount);
    const waiting = yield* findWaiting(context, item);
    const choice = choiceOf(waiting, accept, decline);
    if (note !== undefined)
      yield* noteDeclined(
        context,
        item,
        waiting.changes.filter(({ id }) => choice.decline.has(id)),
        note,
      );
    yield* noteDecision(context, item, { how: 'review', accepted: choice.accept.size, declined: choice.decline.size });
    const decided = yield* decideOn(context, item, waiting, choice);
    return {
      versionCount: decided.versionCount,
      reviewCount: decided.reviewCount,
      // Nothing waits in the trash after a person has left the item there.
      waiting:
        decided.waitsSince === null || decided.deletedAt !== null
          ? 0
          : (yield* findWaiting(context, { ...item, ...decided })).changes.length,
    };
  },
});

interface Counts {
  version: number | undefined;
  reviewCount: number | undefined;
}

/** Returns the counts of an item. Refuses if it has changed since `seenAt`. */
function countsAt(
  { updatedAt, deletedAt, versionCount, reviewCount }: Item,
  { seenAt, accept, ...others }: { seenAt: number; accept: Chosen; decline: Chosen } & Partial<Counts>,
): Counts {
  if (accept !== true || Object.values(others).some((given) => given !== undefined))
    throw refusal('invalid_argument', 'argument "seenAt" is only for "accept": true, without "decline", "version" and "reviewCount"');
  // A deletion waits too, and leaves the time of the last version.
  if (Math.max(updatedAt, deletedAt ?? 0) > seenAt) throw refusal('stale_version', 'this item changed after "seenAt": read it again');
  return { version: versionCount, reviewCount };
}

function refuseOtherCount(item: VisibleItem, reviewCount: number | undefined): void {
  if (reviewCount === undefined) throw refusal('invalid_argument', 'argument "reviewCount" is missing: take it from read_review');
  if (reviewCount === item.reviewCount && item.waitsSince !== null) return;
  throw refusal(
    'stale_version',
    item.waitsSince === null
      ? 'changes of this item no longer wait for a review: somebody decided about them, or saved over them; read the item again'
      : `this item has changed since: its reviewCount is ${item.reviewCount}, not ${reviewCount}; call read_review again`,
  );
}

type Chosen = true | readonly string[] | undefined;

interface Choice {
  accept: ReadonlySet<string>;
  decline: ReadonlySet<string>;
}

/** Reads the choice of changes. Each must wait, and be chosen once. */
function choiceOf({ changes }: Waiting, accept: Chosen, decline: Chosen): Choice {
  if (accept === true && decline === true) throw refusal('invalid_argument', 'either "accept" or "decline" can be true, not both');
  const named = new Set([accept, decline].flatMap((ids) => (ids === true || ids === undefined ? [] : ids)));
  const idsOf = (ids: Chosen) => (ids === true ? changes.map(({ id }) => id).filter((id) => !named.has(id)) : (ids ?? []));
  const known = new Set(changes.map(({ id }) => id));
  const [accepted, declined] = [idsOf(accept), idsOf(decline)];
  const unknown = [...accepted, ...declined].find((id) => !known.has(id));
  if (unknown !== undefined) throw refusal('invalid_argument', `no change "${unknown}" waits: take identifiers from read_review`);
  const twice = accepted.find((id) => declined.includes(id));
  if (twice !== undefined)
    throw refusal('invalid_argument', `the change "${twice}" is in both "accept" and "decline": name it in one of them`);
  if (accepted.length + declined.length === 0)
    throw refusal('nothing_to_change', 'name at least one change in "accept" or "decline": read_review lists them');
  return { accept: new Set(accepted), decline: new Set(declined) };
}

type Decided = Pick<Item, 'versionCount' | 'reviewCount' | 'waitsSince' | 'deletedAt'>;

function* decideOn(context: ToolContext, item: FoundItem, waiting: Waiting, choice: Choice): Op<Decided> {
  if (waiting.pair) return yield* decideText(context, item, waiting, choice);
  const isAccepted = choice.accept.size > 0;
  if (waiting.kind === 'deletion') return yield* isAccepted ? acceptDeletion(context, item) : restoreDeleted(context, item);
  if (isAccepted) return yield* saveState(context, item, yield* endWaiting(context, item));
  const { reviewed } = waiting;
  if (reviewed.kind === 'none') {
    const ended = { ...item, ...(yield* endWaiting(context, item)) };
    yield* moveToTrash(context, ended);
    return ended;
  }
  if (reviewed.kind === 'text')
    return yield* saveContent(context, item, { content: { text: reviewed.text }, kind: 'text', summary: 'declined changes', reviewed });
  const version = yield* findVersion(context, item, reviewed.version);
  const { kind, mimeType } = version;
  const content = yield* versionContent(context, item, version);
  return yield* saveContent(context, item, {
    content,
    kind,
    mimeType,
    summary: `declined changes since version ${version.number}`,
    reviewed,
  });
}

/** Declined changes leave the current text by a version of the person. Accepted ones make no version. */
function* decideText(context: ToolContext, item: FoundItem, { pair, changes }: Waiting, choice: Choice): Op<Decided> {
  if (!pair) throw new Error(`the texts of ${item.id} are not compared`);
  const { reviewed, current } = decide(pair, choice, changes);
  const content = { kind: 'text' as const, text: reviewed };
  if (current !== pair.current) {
    const count = choice.decline.size;
    const summary = count === 1 ? 'declined a change' : `declined ${count} changes`;
    return yield* saveContent(context, item, { content: { text: current }, summary, reviewed: content });
  }
  return yield* saveState(
    context,
    item,
    reviewed === current ? yield* endWaiting(context, item) : yield* keepWaiting(context, item, content),
  );
}

/** Decides what waits, without a new version. */
function* saveState(
  context: ToolContext,
  item: VisibleItem,
  state: ReviewState & Partial<Pick<Item, 'deletedAt' | 'deletedBy'>>,
): Op<Decided> {
  const decided = { ...item, ...state };
  yield* context.store.items.update(decided, item, madeBy(context));
  return decided;
}

/** Makes an agent's deletion the person's. Changes that waited before are listed again once the item is restored. // D78.3 */
function* acceptDeletion(context: ToolContext, item: FoundItem): Op<Decided> {
  const { now, caller } = context;
  const deletedAt = Math.max(now, (item.deletedAt ?? 0) + 1);
  return yield* saveState(context, item, { deletedAt, deletedBy: caller.personId, ...(yield* endDeletion(context, item)) });
}

function* restoreDeleted(context: ToolContext, item: FoundItem): Op<Decided> {
  if (item.type !== 'doc') yield* refuseTakenName(context, item.folderId, item.name);
  yield* takeFromTrash(context, item);
  return (yield* context.store.items.visible(context.viewer, 'any', item.id)) ?? item;
}
