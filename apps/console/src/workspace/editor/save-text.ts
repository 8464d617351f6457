import { call, type InputOf } from '../../kernel/calls/call.ts';

/** Editable item: a document, a skill or a text file, in its newest version. */
export interface EditableItem {
  id: string;
  type: 'doc' | 'file' | 'skill';
  name: string;
  mimeType: string;
  version: number;
  text: string;
  folderId?: string | null | undefined;
  /** False while agents' changes wait for a review. */
  reviewed?: boolean | undefined;
  /** File of the skill, unless SKILL.md is edited. */
  path?: string | undefined;
}

/** Saves a text over the version that was read. Returns the new version. */
export async function saveText(
  orgId: string,
  { id, type, path }: EditableItem,
  text: string,
  expectedVersionCount: number,
): Promise<number> {
  switch (type) {
    case 'doc':
      return (await call(orgId, 'update_doc', { docId: id, bodyMarkdown: text, changeSummary: 'edited', expectedVersionCount }))
        .versionCount;
    case 'skill':
      return (await call(orgId, 'write_skill', { fileId: id, ...contentOf(path, text), expectedVersionCount })).versionCount;
    case 'file':
      return (await call(orgId, 'write_file', { fileId: id, content: text, expectedVersionCount })).versionCount;
    default:
      return type satisfies never;
  }
}

function contentOf(path: string | undefined, text: string): Pick<InputOf<'write_skill'>, 'content' | 'files'> {
  return path === undefined ? { content: text } : { files: [{ path, content: text }] };
}
