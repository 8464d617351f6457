import { durationWords, trashMs } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { expectedVersionCount, identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { findItemForChange } from '../items/find-item.ts';
import { refuseStale } from '../items/save-item.ts';
import { moveToTrash } from '../trash/trash.ts';

export const deleteFile = defineTool({
  name: 'delete_file',
  title: 'Delete file or skill',
  description: `Move a file or skill to the trash, where people can restore it for ${durationWords(trashMs)}.`,
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ fileId: identifier('from list_files, list_skills or search'), expectedVersionCount: expectedVersionCount() }),
  output: okOnly,
  example: { input: { fileId: 'file_01jd2x7q8me3k5w9t4v6b8n0r2' }, output: { ok: true } },
  *run(context, { fileId, expectedVersionCount }) {
    const file = yield* findItemForChange(context, 'file or skill', fileId);
    refuseStale(file, expectedVersionCount);
    yield* moveToTrash(context, file);
    return done;
  },
});
