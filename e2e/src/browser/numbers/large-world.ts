import { hourMs } from '@gatehouse/domain';
import { goodPassword, openBrowser as openSession } from '../../console/browser.ts';
import type { Loose } from '../../kit/world.ts';
import { openChangingService, tool } from '../../services/changing-service.ts';
import { type ConsoleWorld, openConsoleWorld, ownerEmail } from '../console-world.ts';
import { openProgram } from '../walks/program.ts';

/** Number of documents in a folder and of tasks, more than any page loads at once. */
const many = 2000;
/** Entries of other lists: more than one page of a list. */
const some = 230;
const heldTools = 250;

/** A workspace with more of everything than a page loads at once. */
export interface LargeWorld extends AsyncDisposable {
  world: ConsoleWorld;
  /** Calls a tool as the owner, in a session that no page uses. */
  ok(tool: string, input?: object): Promise<Loose>;
  /** Reads all entries of a list once, because only the log changes after the workspace is made. */
  all(tool: string, field: string, input?: object): Promise<Loose[]>;
  folderId: string;
  reviewedFolderId: string;
  /** A document with many versions and comments. */
  docId: string;
  fileId: string;
  skillId: string;
  agentId: string;
  groupId: string;
  personId: string;
  taskId: string;
  connectionId: string;
  takeBackId: string;
}

/** Name without digits, so that every digit on a page belongs to one of its own numbers. */
function letters(number: number): string {
  return [17_576, 676, 26, 1].map((power) => String.fromCodePoint(97 + (Math.floor(number / power) % 26))).join('');
}

async function repeat(times: number, run: (name: string) => Promise<unknown>): Promise<void> {
  const numbers = Array.from({ length: times }, (_, number) => number).values();
  const next = async () => {
    for (const number of numbers) await run(letters(number));
  };
  await Promise.all(Array.from({ length: 8 }, next));
}

export async function openLargeWorld(): Promise<LargeWorld> {
  const world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '100000', GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' });
  const sessions = await Promise.all([1, 2, 3].map(() => signIn(world)));
  let turn = 0;
  const ok = (name: string, input: object = {}) =>
    (sessions[turn++ % sessions.length] as (typeof sessions)[number]).ok(name, input, world.orgId);
  const { call } = await openAgent(world, 'writer');
  const planner = await openAgent(world, 'planner');

  const folderId = (await ok('create_folder', { name: 'Pile' })).id;
  await repeat(many, async (name) => {
    await call('create_doc', { title: `Note ${name}`, folderId });
    await call('create_task', { title: `Step ${name}` });
  });
  const reviewedFolderId = (await ok('create_folder', { name: 'Reviewed' })).id;
  await ok('set_review', { folderId: reviewedFolderId, review: true });
  await repeat(some, (name) => planner.call('create_doc', { title: `Plan ${name}`, folderId: reviewedFolderId }));
  await repeat(
    some,
    async (name) => await call('delete_doc', { docId: (await call('create_doc', { title: `Gone ${name}`, folderId })).docId }),
  );
  await repeat(some, (name) => call('write_skill', { name: `skill-${name}`, description: 'Does it.', content: '# Steps\n' }));
  const { id: agentId } = await ok('create_agent', { name: 'agent' });
  await repeat(some, (name) => ok('create_agent', { name: `agent ${name}` }));
  await world.join('bob@example.com', 'Bob');
  await repeat(some, (name) => ok('create_group', { name: `group ${name}`, emails: ['bob@example.com'] }));
  await repeat(some, (name) => ok('invite_person', { email: `${name}@example.com`, role: 'member' }));
  await repeat(30, () => ok('create_key', { agentId, access: 'read' }));
  await repeat(20, (name) => ok('create_webhook', { name: `hook ${name}`, url: 'https://hooks.example.com/x', events: ['tool.held'] }));
  const { docId } = await call('create_doc', { title: 'Old', bodyMarkdown: 'x' });
  for (let text = 'xx'; text.length <= some; text += 'x') await call('update_doc', { docId, bodyMarkdown: text, changeSummary: 'more' });
  await repeat(some, (name) => call('add_comment', { itemId: docId, text: name }));
  const service = await openChangingService(Array.from({ length: heldTools }, (_, number) => tool(`tool_${letters(number)}`)));
  const { connectionId } = await ok('add_connection', { kind: 'mcp-http', url: service.url, service: 'large', name: 'Large' });
  service.tools = service.tools.map((one) => ({ ...one, description: `${one.description} It is new.` }));
  await ok('test_connection', { connectionId });

  return {
    world,
    ok,
    all: readOnce(ok),
    folderId,
    reviewedFolderId,
    docId,
    fileId: (await call('write_file', { name: 'notes.txt', content: 'x' })).id,
    skillId: (await call('list_skills', { limit: 1 })).skills[0].id,
    agentId,
    personId: (await ok('list_people', { limit: 1 })).people[0].id,
    groupId: (await ok('list_groups', { limit: 1 })).groups[0].groupId,
    taskId: (await call('create_task', { title: 'Last step' })).id,
    connectionId,
    takeBackId: await prepareTakeBack(ok, planner.agentId),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

function readOnce(ok: LargeWorld['ok']): LargeWorld['all'] {
  const lists = new Map<string, Promise<Loose[]>>();
  const read = async (name: string, field: string, input: object): Promise<Loose[]> => {
    const found: Loose[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await ok(name, { ...input, ...(cursor !== undefined && { cursor }) });
      found.push(...page[field]);
      cursor = page.nextCursor;
    }
    return found;
  };
  return (name, field, input = {}) => {
    const key = JSON.stringify([name, input]);
    const list = lists.get(key) ?? read(name, field, input);
    lists.set(key, list);
    return list;
  };
}

/** Opens a program of an agent. Its calls throw unless they succeed. */
async function openAgent(world: ConsoleWorld, agentName: string) {
  const { agentId, call } = await openProgram(world, agentName);
  return {
    agentId,
    async call(name: string, input: object): Promise<Loose> {
      const { status, body } = await call(name, input);
      if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
      return body;
    },
  };
}

async function prepareTakeBack(ok: LargeWorld['ok'], agentId: string): Promise<string> {
  let { takeBackId, state } = await ok('prepare_take_back', { agentId, since: Date.now() - hourMs });
  while (state === 'looking') ({ state } = await ok('continue_take_back', { takeBackId }));
  return takeBackId;
}

async function signIn({ origin }: ConsoleWorld) {
  const session = openSession(origin);
  await session.ok('sign_in', { email: ownerEmail, password: goodPassword });
  return session;
}
