import { isDeepStrictEqual } from 'node:util';
import { type AnyDefinition, agentTools } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { httpEntrance, mcpModernEntrance } from '../entrances/index.ts';
import { strictly } from '../kit/strictly.ts';
import type { Loose } from '../kit/world.ts';
import { type Desk, openDesk } from './desk.ts';

/** Identifiers of the items that calls use, by a name for this test. */
type Ids = Record<'doc' | 'file' | 'skill' | 'task' | 'folder' | 'otherFolder' | 'doomedDoc' | 'doomedFile' | 'comment', string>;

interface Change {
  tool: string;
  /** Arguments that the client means. */
  meant: (ids: Ids) => Record<string, unknown>;
  /** Every changed field of any item. */
  changed: string[];
}

const text = ['sizeBytes', 'totalLines', 'updatedAt', 'versionCount', 'versions'];
const ofDoc = of('doc', ['bodyMarkdown', ...text]);
const ofFile = of('file', ['content', ...text]);
const ofSkill = of('skill', ['content', 'files', ...text]);

/** Changes in order: later ones edit the texts of earlier ones. */
const changes: Change[] = [
  {
    tool: 'update_doc',
    meant: ({ doc }) => ({ docId: doc, bodyMarkdown: 'one\ntwo', changeSummary: 'shorter' }),
    changed: ofDoc,
  },
  { tool: 'append_doc', meant: ({ doc }) => ({ docId: doc, text: '\nthree' }), changed: ofDoc },
  { tool: 'edit_doc', meant: ({ doc }) => ({ docId: doc, oldText: 'two', newText: 'two\nand a half' }), changed: ofDoc },
  { tool: 'apply_edits', meant: ({ doc }) => ({ docId: doc, edits: [{ oldText: 'one', newText: 'zero\none' }] }), changed: ofDoc },
  { tool: 'restore_version', meant: ({ doc }) => ({ docId: doc, version: 1 }), changed: ofDoc },
  { tool: 'write_file', meant: ({ file }) => ({ fileId: file, content: 'one\ntwo' }), changed: ofFile },
  { tool: 'write_file', meant: ({ file }) => ({ fileId: file, contentBase64: 'b25lCnR3bwp0aHJlZQ==' }), changed: ofFile },
  {
    tool: 'write_file',
    meant: ({ file }) => ({ fileId: file, content: 'one\ntwo\nthree', tags: ['other'] }),
    changed: of('file', ['tags', 'updatedAt']),
  },
  {
    tool: 'write_file',
    meant: ({ file }) => ({ fileId: file, content: 'one\ntwo\nthree', name: 'renamed.txt' }),
    changed: of('file', ['name', 'updatedAt']),
  },
  { tool: 'edit_file', meant: ({ file }) => ({ fileId: file, oldText: 'two', newText: 'two\nand a half' }), changed: ofFile },
  { tool: 'apply_edits', meant: ({ file }) => ({ fileId: file, edits: [{ oldText: 'one', newText: 'zero\none' }] }), changed: ofFile },
  { tool: 'restore_version', meant: ({ file }) => ({ fileId: file, version: 1 }), changed: ofFile },
  {
    tool: 'write_skill',
    meant: ({ skill }) => ({ fileId: skill, content: '---\nname: steps\ndescription: How it is done.\n---\none\ntwo' }),
    changed: ofSkill,
  },
  {
    tool: 'write_skill',
    meant: ({ skill }) => ({ fileId: skill, content: 'one\ntwo\nthree\nfour\nfive', name: 'steps', description: 'Why.' }),
    changed: [...ofSkill, 'skill.description'],
  },
  {
    tool: 'write_skill',
    meant: ({ skill }) => ({ fileId: skill, files: [{ path: 'references/style.md', content: 'Short.' }] }),
    changed: of('skill', ['files', 'filesHash', 'updatedAt', 'versionCount', 'versions']),
  },
  { tool: 'edit_skill', meant: ({ skill }) => ({ fileId: skill, oldText: 'two', newText: 'two\nand a half' }), changed: ofSkill },
  { tool: 'apply_edits', meant: ({ skill }) => ({ fileId: skill, edits: [{ oldText: 'one', newText: 'zero\none' }] }), changed: ofSkill },
  {
    tool: 'restore_version',
    meant: ({ skill }) => ({ fileId: skill, version: 1 }),
    changed: [...ofSkill, 'skill.description', 'skill.filesHash'],
  },
  { tool: 'move_item', meant: ({ doc }) => ({ docId: doc, name: 'Renamed' }), changed: of('doc', ['title', 'updatedAt']) },
  { tool: 'move_item', meant: ({ file }) => ({ fileId: file, name: 'again.txt' }), changed: of('file', ['name', 'updatedAt']) },
  { tool: 'take_back', meant: () => ({}), changed: of('file', ['name', 'updatedAt']) },
  {
    tool: 'move_item',
    meant: ({ skill, otherFolder }) => ({ fileId: skill, folderId: otherFolder }),
    changed: [...of('skill', ['folderId', 'folderName', 'updatedAt']), 'folder.itemCount', 'otherFolder.itemCount'],
  },
  {
    tool: 'move_item',
    meant: ({ skill }) => ({ fileId: skill, outOfFolders: true }),
    changed: [...of('skill', ['folderId', 'folderName', 'updatedAt']), 'otherFolder.itemCount'],
  },
  { tool: 'set_tags', meant: ({ file }) => ({ fileId: file, tags: ['third'] }), changed: of('file', ['tags', 'updatedAt']) },
  { tool: 'update_task', meant: ({ task }) => ({ taskId: task, title: 'Two' }), changed: ['task.title'] },
  { tool: 'update_task', meant: ({ task }) => ({ taskId: task, notes: 'other' }), changed: ['task.notes'] },
  { tool: 'update_task', meant: ({ task }) => ({ taskId: task, status: 'done' }), changed: ['task.status'] },
  { tool: 'update_task', meant: ({ task }) => ({ taskId: task, assignee: 'owner@acme.test' }), changed: ['task.assignee'] },
  { tool: 'update_task', meant: ({ task }) => ({ taskId: task, dueAt: Date.UTC(2027, 0, 1) }), changed: ['task.dueAt'] },
  { tool: 'update_task', meant: ({ task }) => ({ taskId: task, clear: ['notes'] }), changed: ['task.notes'] },
  { tool: 'add_comment', meant: ({ doc }) => ({ itemId: doc, text: 'New.' }), changed: ['doc.comments'] },
  { tool: 'add_comment', meant: ({ comment }) => ({ answerTo: comment, text: 'An answer.' }), changed: ['task.comments'] },
  { tool: 'resolve_comment', meant: ({ comment }) => ({ commentId: comment }), changed: ['task.comments'] },
  { tool: 'delete_doc', meant: ({ doomedDoc }) => ({ docId: doomedDoc }), changed: ['doomedDoc', 'folder.itemCount'] },
  { tool: 'delete_file', meant: ({ doomedFile }) => ({ fileId: doomedFile }), changed: ['doomedFile', 'folder.itemCount'] },
];

/** Creations with their minimal arguments. Adding null for all others must make the same. */
const creations: { tool: string; meant: (name: string) => Record<string, unknown> }[] = [
  { tool: 'create_doc', meant: (title) => ({ title }) },
  { tool: 'create_folder', meant: (name) => ({ name }) },
  { tool: 'create_task', meant: (title) => ({ title }) },
  { tool: 'write_file', meant: (name) => ({ name: `${name}.txt`, content: 'one' }) },
  { tool: 'write_skill', meant: (name) => ({ name, description: 'How.', content: 'one' }) },
];

const written = agentTools.filter(({ access, hints }: AnyDefinition) => access === 'write' || hints.destructive).map(({ name }) => name);
const tried = new Set(['execute_service_tool', ...[...changes, ...creations].map(({ tool }) => tool)]);

describe.each([httpEntrance, mcpModernEntrance])('through $name', (kind) => {
  it('null for every absent argument changes nothing that is not named, in every write tool (D2)', async () => {
    await using desk = await openDesk();
    await using entrance = kind.open(desk);
    const call = async (tool: string, input: object): Promise<Loose> => {
      desk.clock.now += 1000;
      const { code, value, raw } = await entrance.call(tool, input, { key: desk.key });
      if (code !== 'ok') throw new Error(`${tool} ${JSON.stringify(input)} was refused: ${raw}`);
      return value;
    };

    const ids = await makeItems(desk);
    const labels = new Map(Object.entries(ids).map(([label, id]) => [id, label]));
    let before = await readAll(desk, labels);
    for (const { tool, meant, changed } of changes) {
      const input = meant(ids);
      await call(tool, strictly(tool, input));
      const after = await readAll(desk, labels);
      expect({ tool, input, changed: differences(before, after) }).toEqual({ tool, input, changed: changed.toSorted() });
      before = after;
    }

    for (const { tool, meant } of creations) {
      labels.set(idOf(await call(tool, strictly(tool, meant('strict')))), `strict ${tool}`);
      const after = await readAll(desk, labels);
      expect({ tool, changed: differences(before, after) }).toEqual({ tool, changed: [`strict ${tool}`] });
      labels.set(idOf(await call(tool, meant('simple'))), `simple ${tool}`);
      before = await readAll(desk, labels);
      expect(lasting(before[`strict ${tool}`], 'strict')).toEqual(lasting(before[`simple ${tool}`], 'simple'));
    }

    const connection = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.com/mcp' };
    await desk.as(desk.person, 'add_connection', connection);
    const service = { toolSlug: 'github__create_issue', arguments: { repo: 'acme/site', title: null } };
    expect(await call('execute_service_tool', strictly('execute_service_tool', service))).toEqual(
      await call('execute_service_tool', service),
    );
    expect(differences(before, await readAll(desk, labels))).toEqual([]);
    expect([...tried].sort()).toEqual(written.toSorted());
    expect(desk.faults).toEqual([]);
  });
});

function of(label: keyof Ids, fields: string[]): string[] {
  return fields.map((field) => `${label}.${field}`);
}

/** Creates items in which no field has its default value. */
async function makeItems(desk: Desk): Promise<Ids> {
  const folder = (await desk.ok('create_folder', { name: 'First' })).id;
  const otherFolder = (await desk.ok('create_folder', { name: 'Second' })).id;
  const tags = ['kept'];
  const doc = (await desk.ok('create_doc', { title: 'Doc', bodyMarkdown: 'one', folderId: folder })).docId;
  const file = (await desk.ok('write_file', { name: 'file.txt', content: 'one', folderId: folder, tags })).id;
  const content = 'one\ntwo\nthree';
  const skill = (await desk.ok('write_skill', { name: 'steps', description: 'How it is done.', content, folderId: folder, tags })).id;
  const doomedDoc = (await desk.ok('create_doc', { title: 'Doomed', folderId: folder })).docId;
  const doomedFile = (await desk.ok('write_file', { name: 'doomed.txt', content: 'one', folderId: folder })).id;
  const dueAt = Date.UTC(2026, 5, 1);
  const { taskId } = await desk.ok('create_task', { title: 'One', notes: 'kept', status: 'stuck', dueAt });
  const { commentId } = await desk.ok('add_comment', { taskId, text: 'Why?' });
  return { doc, file, skill, task: taskId, folder, otherFolder, doomedDoc, doomedFile, comment: commentId };
}

type Read = Record<string, Record<string, unknown>>;

/** Reads the whole workspace: all fields of each entry, by its label, or by its ID if it has none. */
async function readAll(desk: Desk, labels: ReadonlyMap<string, string>): Promise<Read> {
  const ask = (tool: string, input: object = {}): Promise<Loose> => desk.as(desk.person, tool, input);
  const all: Read = {};
  const keep = (id: string, fields: object): void => {
    all[labels.get(id) ?? id] = { ...all[labels.get(id) ?? id], ...fields };
  };
  // Leaves out the author, hash and summary of the last change, which are in the versions.
  for (const { lastChange, by, hash, ...row } of (await ask('list_docs')).docs) {
    const { versions } = await ask('list_versions', { docId: row.id });
    const { comments } = await ask('list_comments', { itemId: row.id, open: false });
    keep(row.id, { ...row, ...(await ask('read_doc', { docId: row.id })), versions, comments });
  }
  for (const { by, hash, ...row } of [...(await ask('list_files')).files, ...(await ask('list_skills')).skills]) {
    const { downloadUrl: _, ...file } = await ask('read_file', { fileId: row.id });
    const { totalLines } = await ask('read_lines', { fileId: row.id });
    const { versions } = await ask('list_versions', { fileId: row.id });
    keep(row.id, { ...row, ...file, totalLines, versions });
  }
  for (const { updatedAt, versionCount, doneAt, ...row } of await ask('list_tasks', { includeDone: true })) {
    const { comments } = await ask('list_comments', { taskId: row.taskId, open: false });
    keep(row.taskId, { ...row, comments });
  }
  for (const row of (await ask('list_folders')).folders) keep(row.id, row);
  return all;
}

/** Lists differences: `item` if it exists only before or after, `item.field` for a changed field. */
function differences(before: Read, after: Read): string[] {
  const labels = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...labels].flatMap((label) => differencesOf(label, before[label], after[label])).sort();
}

function differencesOf(label: string, before: Read[string] | undefined, after: Read[string] | undefined): string[] {
  if (!before || !after) return [label];
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => !isDeepStrictEqual(before[field], after[field])).map((field) => `${label}.${field}`);
}

function idOf({ id, docId, taskId }: Loose): string {
  return id ?? docId ?? taskId;
}

/** Removes everything that must differ between two items that were created in sequence under different names. */
function lasting(made: Read[string] | undefined, called: string): Loose {
  const { id, taskId, url, taskNumber, createdAt, updatedAt, versions, ...rest } = made as Loose;
  const summaries = versions?.map(({ changeSummary }: Loose) => changeSummary);
  return JSON.parse(JSON.stringify({ ...rest, summaries }).replaceAll(called, 'its name'));
}
