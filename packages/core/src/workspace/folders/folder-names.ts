import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';

/** Nobody sees two folders of one name that they made so themselves (D25). */
export function* refuseTakenFolderName({ store, viewer }: ToolContext, name: string, itself?: string): Op<void> {
  const existing = yield* store.folders.visibleByName(viewer, name, itself);
  if (existing) throw refusal('duplicate_name', `there is already a folder "${name}": ${existing.id}; use it, or choose another name`);
}
