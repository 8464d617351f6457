import { maxTitle } from '@gatehouse/domain';
import type { Folder, FoundItem, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { expectedVersionCount, identifier, name } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { findFolder, findFolderToFill, findItemForChange } from '../items/find-item.ts';
import { isReviewedPlace, itemArguments } from '../items/item-fields.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { refuseReadOnly } from '../items/read-only-places.ts';
import { refuseTakenName } from '../items/refuse-taken-name.ts';
import { isAgents, reviewArrival } from '../items/review-state.ts';
import { refuseStale, saveDetails } from '../items/save-item.ts';
import { changeEach, itemIds, type NamedItem, namedItems, type TakeText } from '../items/several-items.ts';
import { audienceOf, isSameAudience, seenBy, seenByShape } from './audience.ts';
import { refuseHidingMove } from './refuse-hiding.ts';

export const moveItem = defineTool({
  name: 'move_item',
  title: 'Move or rename',
  description: 'Move a document, file or skill to a folder, rename it, or both. Out of folders, the whole organization sees it.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    ...itemArguments(),
    itemIds: itemIds(),
    folderId: identifier('from list_folders').optional(),
    outOfFolders: z.boolean().optional().describe('take it out of its folder'),
    name: name(maxTitle, 'new name').optional(),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: okOnly.extend({ seenBy: seenByShape.optional().describe('people who see it now, if they changed') }),
  example: {
    input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: { ok: true, seenBy: { visibility: 'shared', people: ['ada@example.com', 'bob@example.com'], peopleCount: 2 } },
  },
  *run(context, { docId, fileId, itemIds, folderId, outOfFolders = false, name, expectedVersionCount }) {
    const items = namedItems({ docId, fileId, itemIds }, 'any', { name, expectedVersionCount });
    if (folderId !== undefined && outOfFolders) throw refusal('invalid_argument', 'give either "folderId" or "outOfFolders", not both');
    if (folderId === undefined && !outOfFolders && name === undefined) {
      throw refusal('nothing_to_change', 'give "folderId", "outOfFolders": true or "name"');
    }
    const move = { folderId, outOfFolders, name, expectedVersionCount };
    const seenBy = (yield* changeEach(context, items, (item, takeText) => moveOne(context, item, move, takeText))).find(
      (one) => one !== undefined,
    );
    return seenBy ? { ...done, seenBy } : done;
  },
});

interface Move {
  folderId: string | undefined;
  outOfFolders: boolean;
  name: string | undefined;
  expectedVersionCount: number | undefined;
}

/** Moves one item. Returns the people who see it now, if they changed. */
function* moveOne(
  context: ToolContext,
  { sort, id }: NamedItem,
  { folderId, outOfFolders, name, expectedVersionCount }: Move,
  takeText: TakeText,
): Op<z.input<typeof seenByShape> | undefined> {
  const item = yield* findItemForChange(context, sort, id);
  refuseProtected(context.call.tool, item);
  refuseStale(item, expectedVersionCount);
  const to = folderId === undefined ? null : yield* findFolderToFill(context, folderId);
  if (outOfFolders) yield* refuseReadOnly(context, null);
  const stays = folderId === undefined && !outOfFolders;
  const folder = stays ? item.folderId : (to?.id ?? null);
  const newName = name ?? item.name;
  if (item.type === 'skill' && newName !== item.name) {
    throw refusal('invalid_skill', 'a skill is named by its frontmatter: change "name" there with edit_skill');
  }
  if (folder === item.folderId && newName === item.name) return undefined;
  const from = item.folderId === null ? null : yield* findFolder(context, item.folderId);
  if (folder !== item.folderId) {
    yield* refuseHidingMove(context, item, from, to);
    refuseWaiting(context, item, from, to);
  }
  if (item.type !== 'doc') yield* refuseTakenName(context, folder, newName, item.id);
  takeText(item);
  const review =
    folder === item.folderId ? {} : yield* reviewArrival(context, item, { folderId: folder, asksReview: isReviewedPlace(context, to) });
  yield* saveDetails(context, item, { folderId: folder, name: newName, ...review });
  if (folder === item.folderId) return undefined;
  const [before, after] = [yield* audienceOf(context, from), yield* audienceOf(context, to)];
  return isSameAudience(before, after) ? undefined : yield* seenBy(context, after);
}

/** Refuses to let an agent move changes that wait away from the people who review them. // D78.3 */
function refuseWaiting(context: ToolContext, item: FoundItem, from: Folder | null, to: Folder | null): void {
  if (item.waitsSince === null || item.asksReview !== 1 || !isAgents(context) || from?.rootId === to?.rootId) return;
  throw refusal(
    'protected_item',
    `changes of "${item.name}" wait for a review here, so an agent cannot move it to another top folder; a person can move it, or decide about them first`,
  );
}
