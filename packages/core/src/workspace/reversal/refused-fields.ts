import { mayActFor } from '@gatehouse/domain';
import type { FieldValues, Folder, Op, TakeBack, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { isChangeablePlace } from '../items/read-only-places.ts';
import type { SubjectItem } from './subject-item.ts';
import { shareOf } from './take-fields.ts';

/**
 * Fields that could not get their values now: the person cannot see the folder, the assignee has left, or the folder belongs to another
 * person. For previews only: in the take-back itself, the tools decide (D66.3).
 */
export function* refusedFields(
  context: ToolContext,
  takeBack: TakeBack,
  { item, task, folder }: Pick<SubjectItem, 'item' | 'task' | 'folder'>,
  values: FieldValues,
): Op<string[]> {
  if (item) return yield* refusedOfItem(context, takeBack, item, values);
  if (folder) return yield* refusedOfFolder(context, folder, values);
  const isGone = task && typeof values.assignee === 'string' && !(yield* context.store.people.find(task.orgId, values.assignee));
  return isGone ? ['assignee'] : [];
}

/** Move and name succeed or fail together. */
function* refusedOfItem(context: ToolContext, takeBack: TakeBack, item: VisibleItem, values: FieldValues): Op<string[]> {
  const { store, viewer } = context;
  const { folderId } = values;
  if (typeof folderId !== 'string' || folderId === item.folderId) return [];
  const canFill = (yield* store.folders.visible(viewer, folderId)) && (yield* isChangeablePlace(context, folderId));
  if (canFill) return [];
  // A deleted folder that this take-back restores is restored before its items.
  const entry = yield* store.takeBacks.item(takeBack, folderId);
  if (entry?.outcome === null && (yield* store.folders.deleted(viewer, folderId))) return [];
  return ['name', 'folderId'].filter((field) => field in values);
}

function* refusedOfFolder({ store, caller }: ToolContext, { orgId, ownerId }: Folder, values: FieldValues): Op<string[]> {
  if (!mayActFor(caller, ownerId)) return Object.keys(values);
  const refused: string[] = [];
  for (const [field, level] of Object.entries(values)) {
    const personId = field.startsWith(shareOf) ? field.slice(shareOf.length) : 'organization';
    if (personId !== 'organization' && level !== null && !(yield* store.people.find(orgId, personId))) refused.push(field);
  }
  return refused;
}
