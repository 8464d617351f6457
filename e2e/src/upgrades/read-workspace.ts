import { createHash } from 'node:crypto';
import type { Loose } from '../kit/world.ts';
import type { Asked } from './asked.ts';
import type { Caller } from './caller.ts';

/** Asks every tool that reads for everything that each caller sees: items one by one, and lists to their end. */
export async function readWorkspace(callers: readonly Caller[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  const readAs = async (caller: Caller) => {
    const ask: Ask = async (tool, input = {}) => {
      const answer = await caller.ask(tool, input);
      asked.push({ caller: caller.name, tool, input, answer: withoutMoments(readable(tool, answer)) });
      return answer;
    };
    await (caller.isPerson ? readAsPerson(ask) : readAsAgent(ask));
  };
  await Promise.all(callers.map(readAs));
  return asked;
}

/** Makes the same calls, with the same cursors. */
export async function readAgain(callers: readonly Caller[], asked: readonly Asked[]): Promise<Asked[]> {
  const again = new Map<Asked, Loose>();
  const readAs = async (caller: Caller) => {
    for (const one of asked.filter(({ caller: name }) => name === caller.name))
      again.set(one, withoutMoments(readable(one.tool, await caller.ask(one.tool, one.input))));
  };
  await Promise.all(callers.map(readAs));
  return asked.map((one) => ({ ...one, answer: again.get(one) }));
}

/** Reads the log up to a time as each person sees it, oldest call last. Page boundaries depend on later calls. */
export async function readLog(callers: readonly Caller[], until: number): Promise<Record<string, Loose[]>> {
  const persons = callers.filter(({ isPerson }) => isPerson);
  const logs = persons.map(async ({ name, ask }) => [name, await pages(ask, 'list_activity', { until, limit: 500 }, 'activity')]);
  return Object.fromEntries(await Promise.all(logs));
}

type Ask = (tool: string, input?: object) => Promise<Loose>;

/** Calls every read tool of agents. A refused call must also get the same answer before and after. */
async function readAsAgent(ask: Ask): Promise<void> {
  await ask('whoami');
  for (const query of ['launch', 'Größe', 'note 1', 'ü', 'x', 'nothing has this', 'plan']) {
    await ask('search', { query });
    await ask('search', { query, match: 'words', type: 'doc' });
    await pages(ask, 'grep', { query });
  }
  const docs = await pages(ask, 'list_docs', { limit: 7 }, 'docs');
  const files = await pages(ask, 'list_files', { limit: 7 }, 'files');
  const skills = await pages(ask, 'list_skills', {}, 'skills');
  for (const { id } of docs) await readItem(ask, 'docId', id);
  for (const { id } of [...files, ...skills]) await readItem(ask, 'fileId', id);
  for (const { id } of await pages(ask, 'list_folders', {}, 'folders')) {
    await pages(ask, 'list_docs', { folderId: id }, 'docs');
    await pages(ask, 'list_files', { folderId: id }, 'files');
    await pages(ask, 'list_skills', { folderId: id }, 'skills');
  }
  for (const input of [{}, { includeDone: true }, { status: 'stuck' }, { assignee: 'olive@acme.test' }, { dueBefore: '2027-12-31' }])
    await ask('list_tasks', input);
  await ask('list_connected_services');
  await ask('list_service_tools');
  for (const service of ['weather', 'open', 'paused', 'bobs']) {
    await ask('list_service_tools', { service, includeSchemas: true });
    await ask('execute_service_read_tool', { toolSlug: `${service}__get_weather`, arguments: { place: 'here' } });
    await ask('execute_service_tool', { toolSlug: `${service}__set_alarm`, arguments: { place: 'here' } });
    await ask('execute_service_read_tool', { toolSlug: `${service}__get_elsewhere`, arguments: { place: 'here' } });
  }
}

async function readItem(ask: Ask, argument: 'docId' | 'fileId', id: string): Promise<void> {
  await ask(argument === 'docId' ? 'read_doc' : 'read_file', { [argument]: id });
  await ask('read_lines', { [argument]: id, startLine: 1, limit: 3 });
  await ask('find_text', { [argument]: id, query: 'l' });
  for (const { version } of await pages(ask, 'list_versions', { [argument]: id }, 'versions')) {
    if (argument === 'docId') await ask('read_doc', { docId: id, version });
    else await ask('read_lines', { fileId: id, version });
  }
}

/** Every tool of people that reads, but for those that answer anew each time. */
async function readAsPerson(ask: Ask): Promise<void> {
  await ask('organization_settings');
  await pages(ask, 'export_organization', {});
  const people = await pages(ask, 'list_people', {}, 'people');
  await ask('list_invitations');
  for (const { email } of people) await ask('list_belongings', { email });
  await pages(ask, 'list_agents', {}, 'agents');
  const keys = await pages(ask, 'list_keys', {}, 'keys');
  for (const { keyId } of keys) {
    await ask('explain_access', { keyId });
    await ask('explain_access', { keyId, tool: 'create_doc' });
  }
  await browse(ask, {});
  for (const folder of await pages(ask, 'list_folders', {}, 'folders')) {
    await browse(ask, { folderId: folder.id });
    await ask('list_folder_viewers', { folderId: folder.id });
  }
  await pages(ask, 'list_trash', {}, 'items');
  for (const { taskId } of await pages(ask, 'browse_tasks', {}, 'tasks')) await ask('read_task', { taskId });
  const takeBacks = await pages(ask, 'list_take_backs', {}, 'takeBacks');
  for (const { takeBackId } of takeBacks) await pages(ask, 'list_take_back_items', { takeBackId });
  const { connections = [] } = await ask('list_connections');
  for (const { connectionId } of connections) {
    await ask('read_connection', { connectionId });
    await pages(ask, 'list_connection_tools', { connectionId });
    await ask('list_service_accounts', { connectionId });
  }
}

async function browse(ask: Ask, where: object): Promise<void> {
  for (const { id } of await pages(ask, 'browse_folder', where, 'items')) {
    await ask('read_item', { itemId: id });
    await ask('export_item', { itemId: id });
    const versions = await pages(ask, 'list_item_versions', { itemId: id }, 'versions');
    if (versions.length > 1) await ask('compare_versions', { itemId: id, before: 1, after: versions.length });
  }
}

/** Asks to the end of a list, and gives the rows below `field`. */
async function pages(ask: Ask, tool: string, input: object, field?: string): Promise<Loose[]> {
  const rows: Loose[] = [];
  let cursor: string | null = null;
  do {
    const answer: Loose = await ask(tool, cursor === null ? input : { ...input, cursor });
    if (field !== undefined) rows.push(...(answer[field] ?? []));
    cursor = answer.nextCursor ?? null;
  } while (cursor !== null);
  return rows;
}

const momentary = new Set(['callsInWeek', 'downloadUrl', 'lastUsedAt', 'nextCursor', 'now', 'seenAt', 'countedTo']);

/** The lines of an export are looked at field by field. */
function readable(tool: string, answer: Loose): Loose {
  if (tool !== 'export_organization' || typeof answer.text !== 'string') return answer;
  return { ...answer, text: answer.text.trimEnd().split('\n').map(parseLine) };
}

function parseLine(line: string): Loose {
  return line === '' ? line : JSON.parse(line);
}

/** Returns an answer without values that differ at each call. Long texts are replaced by their hash. */
export function withoutMoments(value: Loose): Loose {
  if (typeof value === 'string' && value.length > 500) return `SHA-256 ${createHash('sha256').update(value).digest('hex')}`;
  if (Array.isArray(value)) return value.map(withoutMoments);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, momentary.has(name) ? typeof inner : withoutMoments(inner)]),
  );
}
