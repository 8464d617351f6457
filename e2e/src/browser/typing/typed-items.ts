import type { ConsoleWorld } from '../console-world.ts';

/** An item that is open in the editor, and the actions of others on it. The owner may already have done an action. */
export interface TypedItem {
  id: string;
  /** Name in the list of drafts. */
  draftName: string;
  /** Path of its source. */
  path: string;
  delete(): Promise<unknown>;
  moveTo(folderId: string): Promise<unknown>;
  othersWrite(): Promise<unknown>;
  /** A document loses a line, and a skill the file that is edited. */
  othersRemove(): Promise<unknown>;
  /** The texts of all its versions. */
  texts(): Promise<string[]>;
}

const begun = 'Others:\n\nBob:\n';
const file = 'references/notes.md';

/** Calls tools as the owner, who may be refused. */
const callerOf = (world: ConsoleWorld) => (tool: string, input: object) => world.owner.post(tool, input, { orgId: world.orgId });

const versionsOf = async (world: ConsoleWorld, itemId: string): Promise<number[]> =>
  (await world.ok('list_item_versions', { itemId })).versions.map(({ version }: { version: number }) => version);

export async function createTypedDocument(world: ConsoleWorld, folderId: string, name: string): Promise<TypedItem> {
  const owner = callerOf(world);
  const { docId } = await world.ok('create_doc', { title: name, bodyMarkdown: begun, folderId });
  return {
    id: docId,
    draftName: name,
    path: `/documents/item/${docId}?edit=true`,
    delete: () => owner('delete_doc', { docId }),
    moveTo: (to) => owner('move_item', { docId, folderId: to }),
    othersWrite: () => owner('edit_doc', { docId, oldText: 'Others:', newText: 'Others: and more' }),
    othersRemove: () => owner('edit_doc', { docId, oldText: 'Others:', newText: '' }),
    async texts() {
      const versions = await versionsOf(world, docId);
      return await Promise.all(versions.map(async (version) => (await world.ok('read_item', { itemId: docId, version })).text));
    },
  };
}

/** Creates a file next to the SKILL.md of a skill. */
export async function createTypedSkillFile(world: ConsoleWorld, folderId: string, name: string): Promise<TypedItem> {
  const owner = callerOf(world);
  const skill = name.toLowerCase().replaceAll(' ', '-');
  const content = `---\nname: ${skill}\ndescription: Somebody types in it.\n---\nSee [the notes](${file}).\n`;
  const { id: fileId } = await world.ok('write_skill', { content, files: [{ path: file, content: begun }], folderId });
  return {
    id: fileId,
    draftName: `${skill}/${file}`,
    path: `/documents/item/${fileId}?edit=true&file=${encodeURIComponent(file)}`,
    delete: () => owner('delete_file', { fileId }),
    moveTo: (to) => owner('move_item', { fileId, folderId: to }),
    othersWrite: () => owner('edit_skill', { fileId, path: file, oldText: 'Others:', newText: 'Others: and more' }),
    othersRemove: () => owner('write_skill', { fileId, removeFiles: [file] }),
    async texts() {
      const versions = await versionsOf(world, fileId);
      const answers = await Promise.all(versions.map((version) => owner('read_skill_files', { fileId, version, paths: [file] })));
      // A version may be without the file.
      return answers.flatMap(({ body }) => body.files?.map((one: { content: string }) => one.content) ?? []);
    },
  };
}
