import { newId } from '@gatehouse/core';
import type { Loose, PersonCredential, Tenant, World } from '../kit/world.ts';

/** Kind of item that an identifier argument names. An item is a document, file or skill. */
export type ItemKind = 'item' | 'doc' | 'file' | 'skill' | 'folder' | 'task' | 'comment' | 'connection';

/** Reasons why an identifier names nothing that the caller can see. */
export type Fault =
  | 'absent'
  | 'malformed'
  | 'of another organization'
  | "in another person's private folder"
  | 'deleted'
  | 'of another kind'
  | 'of another kind and organization'
  | "of another kind, in another person's private folder";

const kindByArgument: Record<string, ItemKind> = {
  itemId: 'item',
  docId: 'doc',
  fileId: 'file',
  folderId: 'folder',
  parentId: 'folder',
  taskId: 'task',
  startingAfter: 'task',
  connectionId: 'connection',
  commentId: 'comment',
  answerTo: 'comment',
  'edit_skill.fileId': 'skill',
  'fetch.id': 'item',
  'read_skill_files.fileId': 'skill',
  'write_skill.fileId': 'skill',
};

/** Throws for an argument it does not know, so that no new identifier goes untested. */
export function kindOfArgument(tool: string, argument: string): ItemKind {
  const kind = kindByArgument[`${tool}.${argument}`] ?? kindByArgument[argument];
  if (kind === undefined) throw new Error(`say in kindByArgument what the new identifier argument ${argument} of ${tool} names`);
  return kind;
}

/** Tasks belong to the whole organization, and neither they nor folders are deleted. A comment is hidden with its item. */
const faultsOf: Record<ItemKind, readonly Fault[]> = {
  item: ["in another person's private folder", 'deleted'],
  doc: ["in another person's private folder", 'deleted'],
  file: ["in another person's private folder", 'deleted'],
  skill: ["in another person's private folder", 'deleted'],
  folder: ["in another person's private folder"],
  task: [],
  comment: ["in another person's private folder", 'deleted'],
  connection: ["in another person's private folder", 'deleted'],
};

const faultsOfAll: readonly Fault[] = [
  'absent',
  'malformed',
  'of another organization',
  'of another kind',
  'of another kind and organization',
  "of another kind, in another person's private folder",
];

export function faultsOfKind(kind: ItemKind): readonly Fault[] {
  return [...faultsOfAll, ...faultsOf[kind]];
}

/** Word in the name and text of every item that the caller must not see. */
export const canary = 'CANARY-7f3a';

/** People and organizations that own the items in the tests. */
export interface Surroundings {
  caller: PersonCredential;
  /** Creates an item that the caller sees, with two versions if it can have versions. */
  own(kind: ItemKind): Promise<string>;
  /** An identifier with this fault. */
  faulty(kind: ItemKind, fault: Fault): Promise<string>;
}

export async function createSurroundings(world: World): Promise<Surroundings> {
  const caller = await world.addPerson('ada@acme.test');
  const stranger = await world.addPerson('bob@acme.test');
  const foreign: Tenant = await world.addOrganization('Globex');
  const hiddenFolder = await makeFolder(world, stranger, `${canary} folder`);
  const foreignFolder = await makeFolder(world, foreign.owner, `${canary} foreign folder`);
  await make(world, caller, 'connection');
  let made = 0;

  const named = (what: string) => `${what}-${++made}`;

  async function faulty(kind: ItemKind, fault: Fault): Promise<string> {
    switch (fault) {
      case 'absent':
        return newId(prefixOf(kind), world.clock.now);
      case 'malformed':
        return `'; drop table items; -- %_*"\\ ${'é'.repeat(20)}`;
      case 'of another organization':
        if (kind === 'folder') return foreignFolder;
        return await make(world, foreign.owner, kind, { name: named(canary), visibility: 'organization' });
      case "in another person's private folder":
        if (kind === 'folder') return hiddenFolder;
        return await make(world, stranger, kind, { name: named(canary), folderId: hiddenFolder });
      case 'deleted':
        return await remove(world, caller, kind, await make(world, caller, kind, { name: named(canary) }));
      case 'of another kind':
        return await make(world, caller, otherThan(kind), { name: named('other') });
      case 'of another kind and organization':
        return await faulty(otherThan(kind), 'of another organization');
      case "of another kind, in another person's private folder":
        return await faulty(otherThan(kind), "in another person's private folder");
      default:
        return fault satisfies never;
    }
  }

  return { caller, own: (kind) => make(world, caller, kind, { name: named('own') }), faulty };
}

function otherThan(kind: ItemKind): ItemKind {
  if (kind === 'item') return 'folder';
  return kind === 'doc' ? 'file' : 'doc';
}

interface Making {
  name?: string;
  folderId?: string;
  visibility?: 'private' | 'organization';
}

function prefixOf(kind: ItemKind) {
  if (kind === 'item') return 'doc';
  return kind === 'connection' ? 'conn' : kind;
}

/** Creates an item. Its text contains the line from the examples of the editing tools, once. */
async function make(world: World, person: PersonCredential, kind: ItemKind, making: Making = {}): Promise<string> {
  const { name = 'first', folderId, visibility = 'private' } = making;
  const place = folderId === undefined ? {} : { folderId };
  // The newer of two connections is the default one.
  world.clock.now++;
  const text = `# ${name}\n\n- Faster search\n`;
  const as = (tool: string, input: object): Promise<Loose> => world.as(person, tool, input);
  switch (kind) {
    case 'item':
    case 'doc': {
      const { docId } = await as('create_doc', { title: name, bodyMarkdown: name, ...place });
      await as('update_doc', { docId, bodyMarkdown: text, changeSummary: name });
      return docId;
    }
    case 'file': {
      const { id } = await as('write_file', { name: `${name}.txt`, content: name, tags: [name], ...place });
      await as('write_file', { fileId: id, content: text });
      return id;
    }
    case 'skill': {
      const skillName = name.toLowerCase();
      const { id } = await as('write_skill', {
        name: skillName,
        description: name,
        content: name,
        files: [{ path: 'references/style.md', content: name }],
        ...place,
      });
      await as('write_skill', { fileId: id, name: skillName, description: name, content: text });
      return id;
    }
    case 'folder':
      return await makeFolder(world, person, name);
    case 'task':
      return (await as('create_task', { title: name, notes: name })).taskId;
    case 'comment': {
      const itemId = await make(world, person, 'doc', making);
      return (await as('add_comment', { itemId, text: name })).commentId;
    }
    case 'connection': {
      const url = 'https://mcp.example.com/mcp';
      return (await as('add_connection', { service: 'github', name, label: name, kind: 'mcp-http', url, visibility })).connectionId;
    }
    default:
      return kind satisfies never;
  }
}

async function makeFolder(world: World, person: PersonCredential, name: string): Promise<string> {
  return (await world.as(person, 'create_folder', { name })).id;
}

async function removeSubject(world: World, person: PersonCredential, commentId: string): Promise<void> {
  const comment = await world.store.read(() => world.store.comments.find(person.orgId, commentId));
  await world.as(person, 'delete_doc', { docId: comment?.subjectId });
}

async function remove(world: World, person: PersonCredential, kind: ItemKind, id: string): Promise<string> {
  if (kind === 'doc' || kind === 'item') await world.as(person, 'delete_doc', { docId: id });
  else if (kind === 'comment') await removeSubject(world, person, id);
  else if (kind === 'connection') await world.as(person, 'remove_connection', { connectionId: id });
  else await world.as(person, 'delete_file', { fileId: id });
  return id;
}
