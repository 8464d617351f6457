import { type AnyDefinition, isIdentifier } from '@gatehouse/core';

/** Calls a tool as a person to prepare a measured call. Throws if it is refused. */
export type Prepare = (tool: string, input: object) => Promise<Record<string, unknown>>;

type Make = (prepare: Prepare, unique: string) => Promise<unknown>;

const text = '# Growth\n\n- Faster search\n';
const createDocument: Make = async (prepare, unique) => (await prepare('create_doc', { title: unique, bodyMarkdown: text })).docId;
const createTwoVersions: Make = async (prepare, unique) => {
  const docId = await createDocument(prepare, unique);
  await prepare('append_doc', { docId, text });
  return docId;
};
const writeFile: Make = async (prepare, unique) => (await prepare('write_file', { name: `${unique}.txt`, content: text })).id;
const writeSkill: Make = async (prepare, unique) => (await prepare('write_skill', { name: unique, description: unique, content: text })).id;
const createFolder: Make = async (prepare, unique) => (await prepare('create_folder', { name: unique })).id;
const createAgent: Make = async (prepare, unique) => (await prepare('create_agent', { name: unique })).id;
const createKey: Make = async (prepare, unique) =>
  (await prepare('create_key', { agentId: await createAgent(prepare, unique), access: 'write' })).keyId;
const addPerson: Make = async (prepare, unique) => {
  const email = `${unique}@example.com`;
  await prepare('add_person', { email, name: unique, role: 'member' });
  return email;
};
const deleteDocument: Make = async (prepare, unique) => {
  const docId = await createDocument(prepare, unique);
  await prepare('delete_doc', { docId });
  return docId;
};
const deleteFile: Make = async (prepare, unique) => {
  const fileId = await writeFile(prepare, unique);
  await prepare('delete_file', { fileId });
  return fileId;
};
const invite: Make = async (prepare, unique) =>
  (await prepare('invite_person', { email: `${unique}@example.com`, name: unique, role: 'member' })).id;
const createGroup: Make = async (prepare, unique) => (await prepare('create_group', { name: unique })).groupId;
const anyGroup: Make = async (prepare, unique) => {
  const groups = (await prepare('list_groups', {})).groups as { groupId: string }[];
  return groups[0]?.groupId ?? (await createGroup(prepare, unique));
};
const prepareTakeBack: Make = async (prepare, unique) => {
  const { takeBackId } = await prepare('prepare_take_back', { keyId: await createKey(prepare, unique), since: 1 });
  let state: unknown;
  do ({ state } = await prepare('continue_take_back', { takeBackId }));
  while (state === 'looking');
  return takeBackId;
};

/** Creates the subject of each argument for every call, so that no call depends on the one before. */
const makers: Record<string, Make> = {
  docId: createDocument,
  itemId: createDocument,
  fileId: writeFile,
  folderId: createFolder,
  agentId: createAgent,
  keyId: createKey,
  email: addPerson,
  groupId: anyGroup,
  emails: async (prepare, unique) => [await addPerson(prepare, unique)],
  invitationId: invite,
  takeBackId: prepareTakeBack,
  taskId: async (prepare, unique) => (await prepare('create_task', { title: unique })).taskId,
  commentId: async (prepare, unique) => {
    const itemId = await createDocument(prepare, unique);
    return (await prepare('add_comment', { itemId, text: unique })).commentId;
  },
  parentId: createFolder,
  'fetch.id': createDocument,
  'delete_group.groupId': createGroup,
  'edit_skill.fileId': writeSkill,
  'write_skill.fileId': writeSkill,
  'read_skill_files.fileId': writeSkill,
  'list_skill_loads.itemId': writeSkill,
  'review_skill.itemId': writeSkill,
  'restore_version.docId': createTwoVersions,
  'compare_versions.itemId': createTwoVersions,
  'restore_doc.docId': deleteDocument,
  'restore_file.fileId': deleteFile,
  'restore_item.itemId': deleteDocument,
  'purge_item.itemId': deleteDocument,
  'invite_person.email': async (_, unique) => `${unique}@example.com`,
  'add_person.email': async (_, unique) => `${unique}@example.com`,
};

/** Replacements for example values that this organization does not have. */
const instead: Record<string, Record<string, unknown>> = {
  create_key: { tools: undefined, connections: undefined },
  edit_key: { tools: ['search', 'read_doc'] },
  read_skill_files: { paths: ['SKILL.md'] },
  review_skill: { version: 1 },
  explain_access: { connectionId: undefined, itemId: undefined, personId: undefined },
  prepare_take_back: { since: 1, until: undefined },
  restore_version: { version: 1 },
  compare_versions: { before: 1, after: 2 },
};

let made = 0;

/** The example of a tool with subjects of its own. */
export async function argumentsFor({ name: tool, access, example, input: { shape } }: AnyDefinition, prepare: Prepare): Promise<object> {
  const input: Record<string, unknown> = { ...example.input, ...instead[tool] };
  const unique = `growth-${++made}`;
  if (access === 'write' && typeof input.name === 'string') input.name = input.name.replace(/^[^.]*/, unique);
  for (const [argument, schema] of Object.entries(shape)) {
    if (input[argument] === undefined) continue;
    const make = makers[`${tool}.${argument}`] ?? makers[argument];
    if (make) input[argument] = await make(prepare, `${unique}-${argument.toLowerCase()}`);
    else if (isIdentifier(schema as Parameters<typeof isIdentifier>[0])) throw new Error(`nothing is made for ${argument}`);
  }
  return input;
}
