import { CallError, call } from '../../kernel/calls/call.ts';
import { Told } from '../../kernel/words/told.ts';
import type { Found } from '../uploads/dropped-files.ts';
import { readBase64 } from '../uploads/read-base64.ts';

/** Loaded with the first upload of a skill, because it brings a YAML parser. */
const reader = () => import('./skill-folder.ts');

export interface SentSkill {
  id: string;
  name: string;
  fileCount: number;
  leftOut: string[];
}

/** Creates a skill of a folder that was dropped or chosen. Rejects with Told, before anything is sent, if the folder is not a valid skill. */
export async function sendSkill(orgId: string, found: Found, folderId?: string): Promise<SentSkill> {
  const { name, files, leftOut } = await (await reader()).readSkillFolder(found);
  const sent = await Promise.all(files.map(async ({ path, file }) => ({ path, contentBase64: await readBase64(file) })));
  try {
    const { id } = await call(orgId, 'write_skill', { files: sent, ...(folderId !== undefined && { folderId }) });
    return { id, name, fileCount: files.length, leftOut };
  } catch (error) {
    if (error instanceof CallError && error.reason === 'duplicate_name')
      throw new Told(`A skill named ${name} already exists. Open it, and upload this folder under Add files.`);
    throw error;
  }
}
