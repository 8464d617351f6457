import { durationWords, trashMs } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { expectedVersionCount, identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { findItemForChange } from '../items/find-item.ts';
import { refuseStale } from '../items/save-item.ts';
import { changeEach, itemIds, namedItems } from '../items/several-items.ts';
import { moveToTrash } from '../trash/trash.ts';

export const deleteFile = defineTool({
  name: 'delete_file',
  title: 'Delete file or skill',
  description: `Move a file or skill to the trash, where people can restore it for ${durationWords(trashMs)}.`,
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({
    fileId: identifier('from list_files, list_skills or search').optional(),
    itemIds: itemIds(),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: okOnly,
  example: { input: { fileId: 'file_01jd2x7q8me3k5w9t4v6b8n0r2' }, output: { ok: true } },
  *run(context, { fileId, itemIds, expectedVersionCount }) {
    if (fileId === undefined && itemIds === undefined)
      throw refusal('invalid_argument', 'argument "fileId" is missing: give "fileId" or "itemIds"');
    yield* changeEach(context, namedItems({ fileId, itemIds }, 'file or skill', { expectedVersionCount }), function* ({ id }) {
      const file = yield* findItemForChange(context, 'file or skill', id);
      refuseStale(file, expectedVersionCount);
      yield* moveToTrash(context, file);
    });
    return done;
  },
});
