import { maxTitle } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { expectedVersionCount, identifier, name } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { findFolder, findFolderToFill, findItemForChange, namedItem } from '../items/find-item.ts';
import { itemArguments } from '../items/item-fields.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { refuseReadOnly } from '../items/read-only-places.ts';
import { refuseTakenName } from '../items/refuse-taken-name.ts';
import { refuseStale, saveDetails } from '../items/save-item.ts';
import { audienceOf, isSameAudience, seenBy, seenByShape } from './audience.ts';
import { refuseHidingMove } from './refuse-hiding.ts';

export const moveItem = defineTool({
  name: 'move_item',
  title: 'Move or rename',
  description:
    'Move a document, file or skill to a folder, rename it, or both. What is not given stays. Out of folders, the whole organization sees it.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    ...itemArguments(),
    folderId: identifier('from list_folders').optional(),
    outOfFolders: z.boolean().optional().describe('take it out of its folder: the whole organization sees it then'),
    name: name(maxTitle, 'new title or name').optional(),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: okOnly.extend({ seenBy: seenByShape.optional().describe('who sees it now, if that changed') }),
  example: {
    input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: { ok: true, seenBy: { visibility: 'shared', people: ['ada@example.com', 'bob@example.com'], peopleCount: 2 } },
  },
  *run(context, { docId, fileId, folderId, outOfFolders = false, name, expectedVersionCount }) {
    const { sort, id } = namedItem({ docId, fileId });
    if (folderId !== undefined && outOfFolders) throw refusal('invalid_argument', 'give either "folderId" or "outOfFolders", not both');
    if (folderId === undefined && !outOfFolders && name === undefined) {
      throw refusal('nothing_to_change', 'give "folderId", "outOfFolders": true or "name"');
    }
    const item = yield* findItemForChange(context, sort, id);
    refuseProtected(context.tool, item);
    refuseStale(item, expectedVersionCount);
    const to = folderId === undefined ? null : yield* findFolderToFill(context, folderId);
    if (outOfFolders) yield* refuseReadOnly(context, null);
    const stays = folderId === undefined && !outOfFolders;
    const folder = stays ? item.folderId : (to?.id ?? null);
    const newName = name ?? item.name;
    if (item.type === 'skill' && newName !== item.name) {
      throw refusal('invalid_skill', 'a skill is named by its frontmatter: change "name" there with edit_skill');
    }
    if (folder === item.folderId && newName === item.name) return done;
    const from = item.folderId === null ? null : yield* findFolder(context, item.folderId);
    if (folder !== item.folderId) yield* refuseHidingMove(context, item, from, to);
    if (item.type !== 'doc') yield* refuseTakenName(context, folder, newName, item.id);
    yield* saveDetails(context, item, { folderId: folder, name: newName });
    if (folder === item.folderId) return done;
    const [before, after] = [yield* audienceOf(context, from), yield* audienceOf(context, to)];
    return isSameAudience(before, after) ? done : { ...done, seenBy: yield* seenBy(context, after) };
  },
});
