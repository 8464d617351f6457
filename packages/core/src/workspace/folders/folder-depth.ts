import { idsOfPath, maxFolderDepth } from '@gatehouse/domain';
import type { Folder } from '@gatehouse/storage';
import { refusal } from '../../kernel/errors/errors.ts';

/** Refuses to put a folder into `parent` if the result is too deep. `levels` is the depth of the moved folder with its content. */
export function refuseTooDeep(parent: Pick<Folder, 'path'>, levels = 1): void {
  if (idsOfPath(parent).length + levels <= maxFolderDepth) return;
  throw refusal('invalid_argument', `folders can be ${maxFolderDepth} deep, and this would be deeper: choose a folder higher up`);
}
