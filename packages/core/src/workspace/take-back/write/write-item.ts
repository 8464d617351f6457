import { readSkill, renameSkill } from '@gatehouse/domain/skills';
import type { BodyChange, Decision } from '@gatehouse/domain/take-back';
import type { FoundItem, Item, Op, TakeBack } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { setAgentMemory } from '../../documents/set-agent-memory.ts';
import { moveItem } from '../../folders/move-item.ts';
import { setTags } from '../../item-tools/set-tags.ts';
import { findVersion, readText, versionContent } from '../../items/content.ts';
import { findFolderToFill } from '../../items/find-item.ts';
import { saveContent } from '../../items/save-item.ts';
import { skillDetails } from '../../items/skill-text.ts';
import { refuseBadFiles } from '../../skill-files/given-files.ts';
import { isReviewed } from '../../skill-files/reviewed.ts';
import { moveToTrash, takeFromTrash } from '../../trash/trash.ts';
import { saveOldVersion } from '../../versions/save-old-version.ts';
import { freeName } from './free-name.ts';
import { attemptEach, type FieldsSet, type Step } from './steps.ts';

/**
 * Carries out the decision about an item. Sets each field with the tool that a person would use; refused fields stay (D66.3). Restores it
 * from the trash first, then sets its body and its fields. A move to the trash comes last.
 */
export function* writeItem(context: ToolContext, takeBack: TakeBack, item: FoundItem, decision: Decision): Op<FieldsSet> {
  const { values, target, isDeleted, isNameTaken } = decision;
  const wanted = target?.name;
  const name = yield* nameFor(context, takeBack, item, decision);
  const moved = ['name', 'folderId'].filter((field) => field in values);
  const steps = [...fieldsBefore(item, decision), ...bodySteps(item, decision, { name, moved })];
  if ('tags' in values)
    steps.push({ fields: ['tags'], set: (now) => setTags.run(now, { ...argument(item), tags: values.tags as string[] }) });
  if (isDeleted) return yield* attemptEach(context, [...steps, { fields: moved, set: (now) => putAway(now, item, values) }]);
  const isRenamed = item.type === 'file' && name !== undefined && name !== item.name;
  if ((moved.length > 0 && !steps.some(({ fields }) => fields === moved)) || isRenamed)
    steps.push({ fields: moved, set: (now) => move(now, item, values, name) });
  if (values.isAgentMemory === true) steps.push(mark(item, true));
  const done = yield* attemptEach(context, steps);
  return { ...done, ...(name !== wanted && name !== undefined && !isNameTaken && { wantedName: wanted }) };
}

/** Undefined if its name stays, or if the name need not be unique. */
function* nameFor(context: ToolContext, takeBack: TakeBack, item: FoundItem, { target, isNameTaken }: Decision): Op<string | undefined> {
  const isElsewhere = item.deletedAt !== null || target?.name !== item.name || target.folderId !== item.folderId;
  if (target?.name === undefined || !isElsewhere) return undefined;
  const { id, type } = item;
  return yield* freeName(context, takeBack, { id, type, folderId: target.folderId, wanted: target.name, isTaken: isNameTaken });
}

function fieldsBefore(item: FoundItem, { values }: Decision): Step[] {
  return values.isAgentMemory === false ? [mark(item, false)] : [];
}

/** Restores the item and sets its body. A skill that moves needs its name in the new folder, not in the present one. */
function bodySteps(item: FoundItem, { values, body, isDeleted }: Decision, given: { name: string | undefined; moved: string[] }): Step[] {
  const { name, moved } = given;
  const isSkill = item.type === 'skill';
  const isRestored = isDeleted === false;
  if (!isRestored && !body && !(isSkill && name !== undefined && name !== item.name)) return [];
  const isMoved = isSkill && moved.length > 0 && !isDeleted;
  const fresh = { body, name, isRestored, isNameHeld: isDeleted !== true && !isMoved };
  const isNeeded = item.deletedAt !== null;
  return [{ fields: isMoved ? moved : [], isNeeded, set: (now) => writeBody(now, item, fresh, isMoved ? values : {}) }];
}

const argument = ({ type, id }: Pick<FoundItem, 'type' | 'id'>) => (type === 'doc' ? { docId: id } : { fileId: id });

/** Sets or removes the mark of agent memory. Only people can change marked documents, so it is removed first or set last. */
function mark({ id }: FoundItem, isAgentMemory: boolean): Step {
  return { fields: ['isAgentMemory'], set: (context) => setAgentMemory.run(context, { docId: id, isAgentMemory }) };
}

function* move(context: ToolContext, item: FoundItem, values: Decision['values'], given: string | undefined): Op<void> {
  const { folderId } = values;
  const to = folderId === undefined ? {} : folderId === null ? { outOfFolders: true } : { folderId: folderId as string };
  const name = given ?? (values.name as string | undefined);
  // The name of a skill is in its text.
  const renamed = item.type === 'skill' || name === undefined ? {} : { name };
  if (Object.keys({ ...to, ...renamed }).length > 0) yield* moveItem.run(context, { ...argument(item), ...to, ...renamed });
}

/** Moves an item to the trash, so that it no longer holds a name. */
function* putAway(context: ToolContext, { id }: FoundItem, { name, folderId }: Decision['values']): Op<void> {
  const present = yield* context.store.items.visible(context.viewer, 'any', id);
  if (!present) return;
  const to = typeof folderId === 'string' ? (yield* findFolderToFill(context, folderId)).id : null;
  const changed = { ...(name !== undefined && { name: name as string }), ...(folderId !== undefined && { folderId: to }) };
  yield* moveToTrash(context, present, changed);
}

interface NewBody {
  body: BodyChange | undefined;
  isRestored: boolean;
  /** True if it must hold its name in its present place. False if it moves on or goes to the trash. */
  isNameHeld: boolean;
  /** Name for the text of a skill. */
  name: string | undefined;
}

function* writeBody(
  context: ToolContext,
  item: FoundItem,
  { body, isRestored, isNameHeld, name }: NewBody,
  moved: Decision['values'],
): Op<void> {
  if (isRestored) yield* takeFromTrash(context, item);
  const present = isRestored ? ((yield* context.store.items.visible(context.viewer, 'any', item.id)) ?? item) : item;
  const skill = { name: item.type === 'skill' ? name : undefined, isNameHeld };
  if (body?.kind === 'version') yield* restoreVersion(context, present, body.number, skill);
  else if (body) yield* saveText(context, present, { ...body, ...skill });
  else if (skill.name !== undefined && skill.name !== item.name)
    yield* saveText(context, present, { text: yield* readText(context, present), files: undefined, ...skill });
  if ('folderId' in moved) yield* move(context, item, moved, undefined);
}

type OfSkill = Pick<NewBody, 'name' | 'isNameHeld'>;

/** Restores the content of an older version, as a new version. */
function* restoreVersion(context: ToolContext, item: FoundItem, number: number, skill: OfSkill): Op<Item> {
  const older = yield* findVersion(context, item, number);
  const found = yield* versionContent(context, item, older);
  const content = 'text' in found ? { text: named(found.text, skill) } : found;
  const needsReview = !(yield* isReviewed(context, item, older));
  const details = 'text' in content ? yield* detailsOf(context, item, content.text, skill) : {};
  return yield* saveOldVersion(context, item, { older, content, summary: `took back to version ${number}`, needsReview, details });
}

function named(text: string, { name }: OfSkill): string {
  return name === undefined ? text : (renameSkill(text, name) ?? text);
}

function* detailsOf(
  context: ToolContext,
  item: FoundItem,
  text: string,
  { isNameHeld }: OfSkill,
): Op<{ name?: string; description?: string }> {
  if (item.type !== 'skill') return {};
  const skill = isNameHeld ? undefined : readSkill({ content: text });
  return skill?.ok ? { name: skill.name, description: skill.description } : yield* skillDetails(context, item, text);
}

function* saveText(
  context: ToolContext,
  item: FoundItem,
  { text, files, ...skill }: Omit<Extract<BodyChange, { kind: 'text' }>, 'kind'> & OfSkill,
): Op<Item> {
  const renamed = named(text, skill);
  if (files) refuseBadFiles(files, renamed);
  return yield* saveContent(context, item, {
    content: { text: renamed },
    summary: 'took changes back',
    // The merged text needs a review, because nobody has reviewed the others' words without those of the run.
    needsReview: item.reviewedVersion !== item.versionCount,
    ...(files && { skillFiles: { files, bytes: new Map() } }),
    ...(yield* detailsOf(context, item, renamed, skill)),
  });
}

/** Renames a skill, and changes nothing more. */
export function* renameTo(context: ToolContext, item: FoundItem, name: string): Op<Item> {
  return yield* saveText(context, item, { text: yield* readText(context, item), files: undefined, name, isNameHeld: true });
}
