import { allTools, type Credential, createGateway, createRegistry, type GatewayError, newId } from '@gatehouse/core';
import type { Store } from '@gatehouse/storage';
import { callGateway } from '../kit/call-gateway.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are compared whole
export type Loose = any;
export type Person = Credential & { type: 'person' };
export type Call = (credential: Credential, tool: string, input?: object) => Promise<Loose>;

/** Calls of a gateway on a store, each a millisecond after the previous one. */
export function callsOn(store: Store, startsAt: number): Call {
  let now = startsAt;
  const report = (error: GatewayError) => {
    throw error;
  };
  const settings = { baseUrl: null, consoleUrl: 'http://gatehouse.test', secret: Buffer.alloc(32, 7), callsPerMinute: 1_000_000 };
  const gateway = createGateway({ store, registry: createRegistry(allTools), settings, clock: () => now++, report });
  return async (credential, tool, input = {}) => {
    const requestId = newId('req', now);
    const answer = await callGateway(gateway, { tool, credential, input, origin: { entrance: 'cli' }, requestId });
    if (!answer.ok) throw new Error(`${tool}: ${answer.error.message}`, { cause: answer.error });
    return answer.value;
  };
}

export interface PreparedRun {
  person: Person;
  takeBackId: string;
}

/**
 * Prepares the take-back of a run that has changed, created, deleted, renamed and moved things, some of which others have changed since.
 */
export async function prepareRun(call: Call, name: string): Promise<PreparedRun> {
  const { orgId, ownerId } = await call({ type: 'operator' }, 'create_organization', { name, ownerEmail: `owner@${name}.test` });
  const person: Person = { type: 'person', orgId, personId: ownerId };
  const agent = await call(person, 'create_agent', { name: 'run' });
  const { key, keyId } = await call(person, 'create_key', { agentId: agent.id, access: 'write' });
  const run: Credential = { type: 'key', key };
  const folder = await call(person, 'create_folder', { name: 'Plans' });
  const docs: string[] = [];
  for (let number = 0; number < 8; number++) {
    const made = { title: `Plan ${number}`, bodyMarkdown: `one ${number}\n\ntwo ${number}\n\nthree ${number}\n`, folderId: folder.id };
    docs.push((await call(person, 'create_doc', made)).docId);
  }
  const file = await call(person, 'write_file', { name: 'a.md', content: 'a' });
  const files = [{ path: 'one.txt', content: 'one' }];
  const skill = await call(person, 'write_skill', { name: 'release', description: 'How we release.', content: 'Do.\n', files });
  const { taskId } = await call(person, 'create_task', { title: 'Do it' });

  const { changes } = await call(person, 'list_changes', { taskId });
  const since = changes[0].at + 1;
  for (const [number, docId] of docs.entries()) await call(run, 'edit_doc', { docId, oldText: `two ${number}`, newText: `TWO ${number}` });
  await call(run, 'move_item', { fileId: file.id, name: 'b.md' });
  await call(run, 'write_file', { name: 'a.md', content: 'of the run' });
  await call(run, 'write_skill', { fileId: skill.id, files: [{ path: 'one.txt', content: 'ONE' }] });
  await call(run, 'set_tags', { docId: docs[0], tags: ['run'] });
  await call(run, 'delete_doc', { docId: docs[1] });
  await call(run, 'move_item', { docId: docs[2], outOfFolders: true, name: 'Moved' });
  await call(run, 'update_task', { taskId, status: 'done', notes: 'of the run' });
  const made = await call(run, 'create_folder', { name: 'Of the run' });
  await call(run, 'create_doc', { title: 'Made', bodyMarkdown: 'made', folderId: made.id });
  for (const [number, docId] of docs.slice(3, 6).entries())
    await call(person, 'edit_doc', { docId, oldText: `three ${number + 3}`, newText: 'others' });
  await call(person, 'edit_doc', { docId: docs[6], oldText: 'TWO 6', newText: 'TWO and more' });

  let prepared = await call(person, 'prepare_take_back', { keyId, since });
  const { takeBackId } = prepared;
  while (prepared.state === 'looking') prepared = await call(person, 'continue_take_back', { takeBackId });
  return { person, takeBackId };
}

/** Takes back to the end, a step at a time. */
export async function applyAll(call: Call, { person, takeBackId }: PreparedRun, afterStep: () => void = () => {}): Promise<Loose> {
  for (;;) {
    const step = await call(person, 'apply_take_back', { takeBackId });
    afterStep();
    if (step.state === 'done') return step;
  }
}

/** Returns the whole result by name. Two organizations with the same actions have equal results. */
export async function readResult(call: Call, { person, takeBackId }: PreparedRun): Promise<unknown> {
  const { found, takenBack, left, unchanged } = await call(person, 'apply_take_back', { takeBackId });
  const { items: entries } = await call(person, 'list_take_back_items', { takeBackId, limit: 30 });
  const { folders } = await call(person, 'list_folders');
  const shown: unknown[] = [];
  for (const folder of [undefined, ...folders]) {
    const { items } = await call(person, 'browse_folder', folder ? { folderId: folder.id } : {});
    for (const { id, name, tags, versionCount } of items) {
      const { text } = await call(person, 'read_item', { itemId: id });
      shown.push({ folder: folder?.name, name, tags, versionCount, text });
    }
  }
  const { files } = await call(person, 'read_skill_files', { fileId: entries.find(({ type }: Loose) => type === 'skill').itemId });
  const trash = (await call(person, 'list_trash')).items.map(({ name }: Loose) => name);
  const task = await call(person, 'read_task', { taskId: entries.find(({ type }: Loose) => type === 'task').itemId });
  return {
    counts: { found, takenBack, left, unchanged },
    entries: entries.map(({ name, outcome, reason, fields, openPlaces }: Loose) => ({ name, outcome, reason, fields, openPlaces })),
    shown: byName(shown),
    files: files.map(({ path, content }: Loose) => ({ path, content })),
    trash: trash.toSorted(),
    task: { title: task.title, status: task.status, notes: task.notes, versionCount: task.versionCount },
  };
}

function byName(shown: readonly unknown[]): unknown[] {
  return shown.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}
