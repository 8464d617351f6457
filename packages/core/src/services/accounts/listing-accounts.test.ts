import type { ServiceTool } from '@gatehouse/storage';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ServiceTarget, ToolDefinition } from '../../kernel/ports/service-port.ts';
import { type Browser, join, setUpOwner } from '../../testing/fake-browser.ts';
import { createFakeServices, type FakeServices, fakeTool } from '../../testing/fake-services.ts';
import { createWorld, type World } from '../../testing/test-world.ts';
import { recordServiceEvents } from '../calling/events.ts';

const [read, write] = [fakeTool('read_note'), fakeTool('write_note')];

let services: FakeServices;
let world: World;
let owner: Browser;
let ada: Browser;
let connectionId: string;
let personOf: Map<Browser, string>;

beforeEach(async () => {
  services = createFakeServices([read, write]);
  services.needsAccount = true;
  world = await createWorld({ services });
  owner = await setUpOwner(world, '192.0.2.1');
  ada = await join(world, owner, 'ada@acme.test', 'member', '192.0.2.2');
  const place = { kind: 'mcp-http', url: 'https://mcp.example.com/mcp', access: { type: 'oauth' } };
  const input = { service: 'notes', name: 'Notes', visibility: 'organization', ...place };
  ({ connectionId } = await owner.ok('add_connection', input, world.orgId));
  const { people } = await owner.ok('list_people', {}, world.orgId);
  const idOf = (email: string) => people.find((person: { email: string }) => person.email === email).id;
  personOf = new Map([
    [owner, idOf('owner@acme.test')],
    [ada, idOf('ada@acme.test')],
  ]);
  await connect(ada);
});
afterEach(() => world[Symbol.asyncDispose]());

async function connect(browser: Browser): Promise<void> {
  const { address } = await browser.ok('begin_service_account', { connectionId }, world.orgId);
  const state = new URL(address).searchParams.get('state');
  await browser.ok('finish_service_account', { query: `code=somebody&state=${state}`, connectionId }, world.orgId);
}

/** Records the tools that the service lists for an account, as a connector does. */
async function lists(browser: Browser, tools: ToolDefinition[]): Promise<void> {
  const { store, orgId, clock } = world;
  const { revision } =
    (await store.read(() => store.connections.visible({ orgId, personId: '', seesAll: true, limits: null, at: 0 }, connectionId))) ?? {};
  const target = { orgId, connectionId, revision, account: { personId: personOf.get(browser) } } as ServiceTarget;
  await recordServiceEvents(store, () => clock.now).catalogue(target, { tools });
}

async function known(): Promise<Record<string, string>> {
  const { store, orgId } = world;
  const of = (tool: ServiceTool) => (tool.removedAt === null ? (tool.heldFor ?? 'good') : 'gone');
  const names = ['read_note', 'write_note', 'new_note'];
  const tools = await Promise.all(names.map((name) => store.read(() => store.serviceTools.find(orgId, connectionId, name))));
  return Object.fromEntries(tools.flatMap((tool) => (tool ? [[tool.name, of(tool)]] : [])));
}

const both = { read_note: 'good', write_note: 'good' };

it('defines the tools of a service by the listing of the first account', async () => {
  expect(await known()).toEqual(both);
});

it('holds new tools from an account that does not define the listing, and leaves the others unchanged', async () => {
  await connect(owner);
  await lists(ada, [fakeTool('read_note', { description: 'Something else.' }), fakeTool('new_note')]);
  expect(await known()).toEqual({ ...both, new_note: 'new' });
});

it('removes no tool that other accounts may have, until the last of them is disconnected', async () => {
  await connect(owner);
  await lists(owner, [read]);
  expect(await known()).toEqual(both);
  await ada.ok('disconnect_service_account', { connectionId }, world.orgId);
  await lists(owner, [read]);
  expect(await known()).toEqual({ ...both, write_note: 'gone' });
});

it("holds tools that changed in the listing of the owner's account, or else of the oldest", async () => {
  const changed = fakeTool('read_note', { description: 'Something else.' });
  await lists(ada, [changed, write]);
  expect(await known()).toEqual({ ...both, read_note: 'changed' });
  await connect(owner);
  await lists(owner, [read, write]);
  expect(await known()).toEqual(both);
  await lists(ada, [changed, write]);
  expect(await known()).toEqual(both);
});

it('removes tools that are missing in a test by a person with the defining account', async () => {
  await connect(owner);
  services.tools = [read];
  expect(await owner.ok('test_connection', { connectionId }, world.orgId)).toMatchObject({ removed: ['write_note'] });
  expect(await known()).toEqual({ ...both, write_note: 'gone' });
});
