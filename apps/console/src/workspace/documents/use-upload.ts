import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { number } from '../../kernel/words/count-words.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import { upload as strings } from '../strings.ts';
import { type Found, maxFiles, type NamedFile } from '../uploads/dropped-files.ts';
import { uploads } from '../uploads/store.ts';

/** Sends what was dropped or chosen into a folder. Outside of folders each folder of it becomes one, which only the person sees. */
export function useUpload(folderId: string | undefined): (found: Promise<Found>) => void {
  const { orgId } = useMembership();
  const queries = useQueryClient();

  async function send(finding: Promise<Found>): Promise<void> {
    const { files, leftOut, hasMore } = await finding;
    if (hasMore) {
      sayFailed(strings.youCanUploadUpTo(number(maxFiles)));
      return;
    }
    if (leftOut.length > 0) sayDone(strings.skipped(leftOut.slice(0, 5).join(', '), leftOut.length > 5));
    if (folderId !== undefined) return uploads.add(orgId, files, { folderId });
    for (const [name, within] of byFolder(files)) {
      if (name === '') uploads.add(orgId, within, {});
      else {
        const { id } = await call(orgId, 'create_folder', { name });
        uploads.add(orgId, within, { folderId: id });
      }
    }
    await refreshItems(queries, orgId);
  }

  return (found) => void send(found).catch((error: unknown) => sayFailed(messageOf(error), error));
}

/** The files of each folder, by its name and without it; by no name those that are in none. */
function byFolder(files: readonly NamedFile[]): Map<string, NamedFile[]> {
  const folders = new Map<string, NamedFile[]>();
  for (const { file, name } of files) {
    const [top = '', ...rest] = name.split('/');
    const folder = rest.length === 0 ? '' : top;
    folders.set(folder, [...(folders.get(folder) ?? []), { file, name: rest.length === 0 ? name : rest.join('/') }]);
  }
  return folders;
}
