import type { FoundItem, Item, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { writeComment } from '../comments/write-comment.ts';
import { findVersion, versionContent } from '../items/content.ts';
import { noteDecision } from '../items/note-decision.ts';
import { isReviewed } from '../skill-files/reviewed.ts';
import { saveOldVersion } from '../versions/save-old-version.ts';

/** Confirms a version of a skill. Returns the skill with its last reviewed version. // D72 */
export function* confirmSkillVersion(context: ToolContext, item: FoundItem, version: number): Op<FoundItem> {
  const { store, caller, now } = context;
  const stored = yield* findVersion(context, item, version);
  if (caller.personId === null)
    throw refusal('invalid_argument', 'only a person can confirm a version: sign in, or name a person with --as');
  if (yield* isReviewed(context, item, stored)) return item;
  yield* noteDecision(context, { ...item, versionCount: version }, { how: 'review', accepted: 1, declined: 0 });
  yield* store.skills.review({ orgId: item.orgId, itemId: item.id, version, personId: caller.personId, at: now });
  const reviewed = { ...item, reviewedVersion: Math.max(version, item.reviewedVersion ?? 0) };
  yield* store.items.update(reviewed, item, madeBy(context));
  return reviewed;
}

interface SkillDecision {
  version: number | undefined;
  accept: true | readonly string[] | undefined;
  decline: true | readonly string[] | undefined;
  note: string | undefined;
}

interface SkillReviewed {
  versionCount: number;
  reviewCount: number;
  waiting: number;
}

/** Accepts a version of a skill, or restores the last reviewed version (D78.4). */
export function* reviewSkillVersion(
  context: ToolContext,
  item: FoundItem,
  { version, accept, decline, note }: SkillDecision,
): Op<SkillReviewed> {
  if (version === undefined || (accept === true) === (decline === true) || Array.isArray(accept) || Array.isArray(decline))
    throw refusal('invalid_argument', 'a skill is decided by version: give "version", and "accept": true or "decline": true');
  if (accept) return answerOf(yield* confirmSkillVersion(context, item, version));
  if (version !== item.versionCount)
    throw refusal('stale_version', `this skill now has version ${item.versionCount}, not ${version}: read it again`);
  if (item.reviewedVersion === item.versionCount) return answerOf(item);
  if (item.reviewedVersion === null)
    throw refusal('invalid_argument', 'nobody has reviewed a version of this skill, so there is none to restore: delete the skill instead');
  if (note !== undefined)
    yield* writeComment(context, { item }, { text: note, agents: item.changedByAgent === null ? [] : [item.changedByAgent] });
  yield* noteDecision(context, item, { how: 'review', accepted: 0, declined: 1 });
  const older = yield* findVersion(context, item, item.reviewedVersion);
  const content = yield* versionContent(context, item, older);
  const reviewed = { kind: 'version' as const, version: older.number };
  return answerOf(
    yield* saveOldVersion(context, item, { older, content, summary: `declined; restored version ${older.number}`, reviewed }),
  );
}

function answerOf({ versionCount, reviewCount, reviewedVersion }: Item): SkillReviewed {
  return { versionCount, reviewCount, waiting: reviewedVersion === versionCount ? 0 : 1 };
}
