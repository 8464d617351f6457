import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';

/** Files and skills of one folder have different names: nothing is ever overwritten by name. */
export function* refuseTakenName({ store, viewer }: ToolContext, folderId: string | null, name: string, itself?: string): Op<void> {
  const id = yield* store.items.named(viewer.orgId, folderId, name);
  if (id === undefined || id === itself) return;
  const place = folderId === null ? 'outside every folder' : 'in this folder';
  throw refusal(
    'duplicate_name',
    `there is already a file or skill "${name}" ${place}: ${id}; give its fileId to write a new version of it, or another name`,
  );
}
