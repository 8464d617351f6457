import type { Activity } from '@gatehouse/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forEachEngine, sqliteEngine } from '../kit/engines.ts';
import type { Loose } from '../kit/world.ts';
import { type Browser, goodPassword, type Reply } from './browser.ts';
import {
  type CallerState,
  type ConsoleCase,
  consoleCases,
  consoleTools,
  type Expected,
  identifierArguments,
  type Page,
} from './console-cases.ts';
import { openPeopleWorld, ownerEmail, type PeopleWorld } from './people-world.ts';

const dayMs = 24 * 60 * 60 * 1000;
const cases = consoleCases();

/** Every operation of people, accounts, visitors and the operator × every caller × every page (D39, D42, D43). */
forEachEngine((engine) => {
  let world: PeopleWorld;
  let browsers: Record<CallerState, Browser>;

  beforeAll(async () => {
    world = await openPeopleWorld({ engine });
    browsers = await openBrowsers(world);
  });
  afterAll(async () => await world[Symbol.asyncDispose]());

  // Access is decided before a database is asked, so the other engine is tested at night.
  const tags = engine === sqliteEngine ? [] : ['nightly'];

  it("answers each case as the tool's definition states, and logs it in the right organization", { tags }, async () => {
    const wrong: string[] = [];
    const log = await followLog(world);
    for (const [tool, ofTool] of Map.groupBy(cases, (one) => one.tool)) {
      const ofCallers = Map.groupBy(ofTool, ({ caller }) => caller);
      // Callers affect only the database, not each other, so their cases run together.
      wrong.push(...(await Promise.all([...ofCallers.values()].map(differences))).flat());
      const [logged, rows] = [await log.read(), rowsOf(ofTool)];
      if (logged.here !== rows.here || logged.there !== rows.there)
        wrong.push(`${tool}: logged ${JSON.stringify(logged)} instead of ${JSON.stringify(rows)}`);
    }
    expect(wrong).toEqual([]);
    expect(world.faults).toEqual([]);
  });

  // Tools that filter by an ID, and answer with no rows for any unknown one, or that compare it with a secret.
  const filters = new Set(['list_activity', 'export_activity', 'list_keys', 'list_reviews agentId', 'finish_service_account']);

  it('gives the same bytes for items of another organization and for missing ones (D5)', async () => {
    const foreign = await foreignItems(world);
    const differing: string[] = [];
    for (const { tool, argument } of identifierArguments()) {
      const named = foreign[argument];
      if (named === undefined) throw new Error(`say in foreignItems what the new identifier argument ${argument} of ${tool.name} names`);
      const answers: string[] = [];
      for (const id of [named, `${named.slice(0, -6)}absent`]) {
        const input = { ...tool.example.input, [argument]: id };
        const { raw } = await browsers.owner.post(tool.name, input, { orgId: world.orgId });
        answers.push(raw);
        const isFilter = filters.has(tool.name) || filters.has(`${tool.name} ${argument}`);
        if (!isFilter && !raw.includes('no_such_item')) differing.push(`${tool.name} with ${argument} ${id}: ${raw}`);
      }
      if (answers[0] !== answers[1]) differing.push(`${tool.name} with ${argument}: ${answers.join(' and ')}`);
    }
    expect(differing).toEqual([]);
  });

  it('gives the same answers in a foreign organization and in a missing one', async () => {
    const replies: unknown[] = [];
    for (const orgId of [world.orgId, 'org_absent']) {
      const { status, body } = await browsers['owner elsewhere'].post('list_people', {}, { orgId });
      replies.push({ status, body });
    }
    expect(replies[0]).toMatchObject({ status: 403, body: { error: { reason: 'not_a_member' } } });
    expect(replies[1]).toEqual(replies[0]);
  });

  /** Differences between the answers to one caller's cases and the expected ones. */
  async function differences(ofCaller: ConsoleCase[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const one of ofCaller) {
      const { tool, caller, input } = one;
      const orgId = one.inOrganization ? world.orgId : undefined;
      const reply = await browsers[caller].post(tool, input, { orgId, headers: headersOf(one.page, world.url) });
      const outcome = outcomeOf(reply, one);
      if (outcome !== one.expected) wrong.push(`${one.name}: ${outcome} instead of ${one.expected} (${reply.raw})`);
      if (tool === 'sign_out' && reply.status === 200) await signInAgain(caller);
    }
    return wrong;
  }

  async function signInAgain(caller: CallerState): Promise<void> {
    const email = caller === 'owner' ? ownerEmail : caller === 'owner elsewhere' ? 'owner@other.test' : `${caller}@acme.test`;
    await browsers[caller].ok('sign_in', { email, password: goodPassword });
  }
});

describe('the cases', () => {
  it('cover every operation, caller and page', () => {
    expect(cases.length).toBeGreaterThan(50 * 8 * 4);
    expect(new Set(cases.map(({ expected }) => expected)).size).toBe(6);
  });
});

/** A browser in every state that one can be in. */
async function openBrowsers(world: PeopleWorld): Promise<Record<CallerState, Browser>> {
  const expired = world.openBrowser();
  await expired.ok('sign_in', { email: ownerEmail, password: goodPassword });
  world.clock.now += 31 * dayMs;
  await world.ownerBrowser.ok('sign_in', { email: ownerEmail, password: goodPassword });
  await world.other.owner.ok('sign_in', { email: 'owner@other.test', password: goodPassword });
  const ended = world.openBrowser();
  await ended.ok('sign_in', { email: ownerEmail, password: goodPassword });
  const shown = new Map(ended.cookies);
  await ended.ok('sign_out');
  for (const [name, pair] of shown) ended.cookies.set(name, pair);
  const unknown = world.openBrowser();
  unknown.cookies.set('gatehouse-session', `gatehouse-session=${'x'.repeat(43)}`);
  return {
    nobody: world.openBrowser(),
    unknown,
    expired,
    ended,
    member: await world.join('member@acme.test', 'member'),
    admin: await world.join('admin@acme.test', 'admin'),
    owner: world.ownerBrowser,
    'owner elsewhere': world.other.owner,
  };
}

function headersOf(page: Page, url: string): Record<string, string | undefined> {
  switch (page) {
    case 'ours':
      return {};
    case 'ours in an old browser':
      return { 'Sec-Fetch-Site': undefined, Origin: url };
    case 'of another site':
      return { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    case 'that an old browser does not name':
      return { 'Sec-Fetch-Site': undefined };
    default:
      return page satisfies never;
  }
}

function outcomeOf({ status, body }: Reply, { caller }: ConsoleCase): Expected | string {
  if (status === 200) return 'allowed';
  const { code, reason } = body.error;
  // Tools check passwords and passkeys themselves, and rules of roles beyond the required role.
  if (reason === 'wrong_password' || reason === 'wrong_passkey') return 'allowed';
  if (reason === 'cross_site' || reason === 'not_a_member') return reason;
  if (code === 'forbidden' && body.error.message.includes('is for ')) return 'forbidden';
  if (code === 'forbidden' && caller !== 'owner') return 'allowed';
  return ['invalid_request', 'service_error'].includes(code) ? 'allowed' : code;
}

const unknown: ReadonlySet<CallerState> = new Set(['nobody', 'unknown', 'expired', 'ended']);

/** Numbers of rows that the cases of a tool log in their organization and in the other one: one for each call of a known caller. */
function rowsOf(ofTool: ConsoleCase[]): { here: number; there: number } {
  const logged = ofTool.filter(({ caller, expected }) => expected !== 'cross_site' && !unknown.has(caller));
  const there = logged.filter(({ caller }) => caller === 'owner elsewhere').length;
  return { here: logged.length - there, there };
}

async function followLog({ store, orgId, other }: PeopleWorld) {
  const newest = async (of: string) => await store.read(() => store.activity.list({ orgId: of, limit: 100 }));
  const after = async (of: string, row: Activity | undefined) => (await newest(of)).filter(({ id }) => id > (row?.id ?? 0));
  let [here] = await newest(orgId);
  let [there] = await newest(other.orgId);
  return {
    async read(): Promise<{ here: number; there: number }> {
      const fresh = { here: await after(orgId, here), there: await after(other.orgId, there) };
      here = fresh.here[0] ?? here;
      there = fresh.there[0] ?? there;
      // Ignores sign-ins of callers who have signed out.
      const console = (rows: Activity[]) =>
        rows.filter(({ tool }, _, all) => tool !== 'sign_in' || all.every((row) => row.tool === tool)).length;
      return { here: console(fresh.here), there: console(fresh.there) };
    },
  };
}

/** Something of each kind that belongs to the other organization, by the argument that would name it. */
async function foreignItems({ other, store }: PeopleWorld): Promise<Record<string, Loose>> {
  const make = (tool: string, input: object) => other.owner.ok(tool, input, other.orgId);
  const agent = await make('create_agent', { name: 'elsewhere' });
  const key = await make('create_key', { agentId: agent.id, access: 'read' });
  const folder = await make('create_folder', { name: 'Elsewhere' });
  const doc = await make('create_doc', { title: 'Elsewhere' });
  const task = await make('create_task', { title: 'Elsewhere' });
  const comment = await make('add_comment', { itemId: doc.docId, text: 'Elsewhere' });
  const group = await make('create_group', { name: 'Elsewhere' });
  const takeBack = await make('prepare_take_back', { since: 0 });
  const bulkChange = await make('change_items', { action: 'delete', itemIds: ['doc_absent'] });
  const invitation = await make('invite_person', { email: 'eve@other.test' });
  const connection = await make('add_connection', exampleOf('add_connection'));
  const { webhook } = await make('create_webhook', exampleOf('create_webhook'));
  const { sessions } = await other.owner.ok('list_sessions');
  const { organizations, account } = await other.owner.ok('my_account');
  const companyIdentity = {
    issuer: 'https://login.other.test',
    subject: 'olga',
    email: null,
    id: 'company_of_the_other_owner',
    createdAt: 1,
  };
  await store.perform(() => store.companyIdentities.create({ ...companyIdentity, accountId: account.id }), { changes: true });
  const passkey = { id: 'passkey_elsewhere', accountId: account.id, credentialId: Buffer.alloc(16, 1), publicKey: Buffer.alloc(77, 1) };
  const unused = { counter: 0, transports: [], name: 'Elsewhere', createdAt: account.createdAt, lastUsedAt: null };
  await store.perform(() => store.passkeys.create({ ...passkey, ...unused }), { changes: true });
  return {
    agentId: agent.id,
    keyId: key.keyId,
    folderId: folder.id,
    parentId: folder.id,
    docId: doc.docId,
    itemId: doc.docId,
    taskId: task.taskId,
    commentId: comment.commentId,
    answerTo: comment.commentId,
    groupId: group.groupId,
    takeBackId: takeBack.takeBackId,
    bulkChangeId: bulkChange.bulkChangeId,
    fileId: doc.docId,
    connectionId: connection.id ?? connection.connectionId,
    invitationId: invitation.id,
    webhookId: webhook.id,
    sessionId: sessions[0].id,
    companyIdentityId: companyIdentity.id,
    passkeyId: passkey.id,
    personId: organizations[0].personId,
  };
}

function exampleOf(name: string): Loose {
  return consoleTools.find((tool) => tool.name === name)?.example.input;
}
