import { defineTool } from '../../kernel/context/tool.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { refuseTakenName } from '../items/refuse-taken-name.ts';
import { findTrashed, takeFromTrash, trashedExample, trashedInput } from './trash.ts';

export const restoreItem = defineTool({
  name: 'restore_item',
  title: 'Restore from trash',
  description: 'Restore a deleted document, file or skill with its whole history, and its folder if that was also deleted.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: trashedInput,
  output: okOnly,
  example: { input: trashedExample, output: { ok: true } },
  *run(context, { itemId }) {
    const item = yield* findTrashed(context, itemId);
    if (item.type !== 'doc') yield* refuseTakenName(context, item.folderId, item.name);
    yield* takeFromTrash(context, item);
    return done;
  },
});
