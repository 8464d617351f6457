import { CallError } from '../../kernel/calls/call.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { sendFile } from '../uploads/send-file.ts';

const maxTries = 20;

/** Stores pictures as files of a folder, and returns the markdown that shows them. If one fails, tells the person and keeps the others. */
export async function storePicturesIn(orgId: string, folderId: string | null, files: readonly File[]): Promise<string> {
  const shown: string[] = [];
  for (const file of files) {
    try {
      const name = await store(orgId, folderId, file);
      shown.push(`![${labelOf(name)}](${encodeURIComponent(name)})`);
    } catch (error) {
      sayFailed(`${file.name}: ${messageOf(error)}`, error);
    }
  }
  if (shown.length > 0) sayDone(shown.length === 1 ? 'Picture stored beside this document.' : 'Pictures stored beside this document.');
  return shown.join('\n');
}

/** Takes the next free name: browsers call every pasted picture the same. */
async function store(orgId: string, folderId: string | null, file: File): Promise<string> {
  const extension = /\.\w{1,5}$/.exec(file.name)?.[0] ?? '';
  const base = file.name.slice(0, file.name.length - extension.length);
  for (let number = 1; ; number++) {
    const name = number === 1 ? file.name : `${base} ${number}${extension}`;
    try {
      const target = folderId === null ? {} : { folderId };
      await sendFile({ orgId, file, name, target, progress: () => {}, signal: new AbortController().signal });
      return name;
    } catch (error) {
      if (!(error instanceof CallError) || error.reason !== 'duplicate_name' || number >= maxTries) throw error;
    }
  }
}

const labelOf = (name: string) => name.replace(/\.\w{1,5}$/, '').replaceAll(/[[\]\\]/g, '');
