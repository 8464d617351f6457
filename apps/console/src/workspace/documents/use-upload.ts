import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { count, number } from '../../kernel/words/count-words.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import { sendSkill } from '../skill-uploads/send-skill.ts';
import { type FoundSkill, splitSkills } from '../skill-uploads/split-skills.ts';
import { addUploads } from '../uploads/add-uploads.ts';
import { type Found, maxFiles, type NamedFile } from '../uploads/dropped-files.ts';

/**
 * Uploads dropped or chosen files into a folder. Outside of folders, each of their folders becomes a private one. A folder with a SKILL.md
 * becomes a skill, or is skipped as a whole if it is not valid.
 */
export function useUpload(folderId: string | undefined): (found: Promise<Found>) => void {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const navigate = useNavigate();

  async function send(finding: Promise<Found>): Promise<void> {
    const { files, leftOut, hasMore } = await finding;
    if (hasMore) {
      sayFailed(`You can upload up to ${number(maxFiles)} files at once. Upload fewer, or import the folder with "gatehouse import".`);
      return;
    }
    if (leftOut.length > 0) sayDone(`Skipped: ${leftOut.slice(0, 5).join(', ')}${leftOut.length > 5 ? ' and others' : ''}.`);
    const { skills, rest } = splitSkills(files);
    const folderOf = folderId === undefined ? createFolders(orgId) : async () => folderId;
    for (const [top, within] of folderId === undefined ? splitByFolder(rest) : [['', rest] as const])
      addUploads(orgId, within, targetOf(await folderOf(top)));
    const last = await sendSkills(orgId, skills, folderOf);
    await refreshItems(queries, orgId);
    // A skill that was dropped alone is opened, as on the page of skills.
    if (last !== undefined && skills.length + rest.length === 1)
      await navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId: last } });
  }

  return (found) => void send(found).catch(sayError);
}

type FolderOf = (top: string) => Promise<string | undefined>;

/** Resolves with the last skill that was created. If one is refused, the others are still sent. */
async function sendSkills(orgId: string, skills: readonly FoundSkill[], folderOf: FolderOf): Promise<string | undefined> {
  let last: string | undefined;
  for (const { folder, files } of skills) {
    try {
      const parent = await folderOf(folder.includes('/') ? topOf(folder) : '');
      const { id, name, fileCount } = await sendSkill(orgId, { files, leftOut: [], hasMore: false }, parent);
      sayDone(`${name} was created with ${count(fileCount, 'file')}.`);
      last = id;
    } catch (error) {
      sayFailed(`${folder}: ${messageOf(error)}`, error);
    }
  }
  return last;
}

const topOf = (path: string) => path.split('/', 1)[0] ?? '';

const targetOf = (folderId: string | undefined) => (folderId === undefined ? {} : { folderId });

/** Creates each folder when something is first sent into it. Files outside folders stay outside. */
function createFolders(orgId: string): FolderOf {
  const created = new Map<string, Promise<{ id: string }>>();
  return async (name) => {
    if (name === '') return undefined;
    const folder = created.get(name) ?? call(orgId, 'create_folder', { name });
    created.set(name, folder);
    return (await folder).id;
  };
}

/** Groups files by their top folder, and removes it from their names. Files outside folders are under ''. */
function splitByFolder(files: readonly NamedFile[]): Map<string, NamedFile[]> {
  const folders = new Map<string, NamedFile[]>();
  for (const { file, name } of files) {
    const [top = '', ...rest] = name.split('/');
    const folder = rest.length === 0 ? '' : top;
    folders.set(folder, [...(folders.get(folder) ?? []), { file, name: rest.length === 0 ? name : rest.join('/') }]);
  }
  return folders;
}
