import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import { createFakeServices, fakeTool } from '../../testing/fake-services.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

type Person = Credential & { type: 'person'; personId: string };

let world: World;
let ada: Person;
let bob: Person;
let groupId: string;

const as = (who: Credential | string, tool: string, input: object = {}): Promise<Loose> => world.ok(who, tool, input);
const refused = (who: Credential, tool: string, input: object = {}) => world.refused(who, tool, input);
const emails = ['bob@acme.test'];

async function open(engine: 'sqlite' | 'postgres' = 'sqlite') {
  world = await createWorld({ engine, services: createFakeServices([fakeTool('list_issues', { annotations: { readOnlyHint: true } })]) });
  ada = (await world.addPerson('ada@acme.test')) as Person;
  bob = (await world.addPerson('bob@acme.test')) as Person;
  ({ groupId } = await as(world.owner, 'create_group', { name: 'Design', emails }));
}

describe('groups of people (D77.1)', () => {
  beforeEach(async () => await open());
  afterEach(async () => await world[Symbol.asyncDispose]());

  it('are created, renamed, filled and deleted by owners and admins, and seen by everyone', async () => {
    expect((await as(bob, 'list_groups')).groups).toEqual([
      { groupId, name: 'Design', claimValue: null, createdAt: expect.any(Number), peopleCount: 1, isMember: true },
    ]);
    expect((await as(ada, 'list_groups')).groups).toMatchObject([{ groupId, isMember: false }]);
    await as(world.owner, 'add_to_group', { groupId, emails: ['ada@acme.test', 'bob@acme.test'] });
    const people = async () =>
      (await as(ada, 'list_group_people', { groupId })).people.map(({ email, endsAt }: Loose) => [email, endsAt]).sort();
    expect(await people()).toEqual([
      ['ada@acme.test', null],
      ['bob@acme.test', null],
    ]);
    await as(world.owner, 'remove_from_group', { groupId, emails });
    expect(await people()).toEqual([['ada@acme.test', null]]);
    expect(await as(world.owner, 'rename_group', { groupId, name: 'Designers' })).toMatchObject({ name: 'Designers' });
    for (const [tool, input] of Object.entries({
      create_group: { name: 'Others' },
      rename_group: { groupId, name: 'Others' },
      delete_group: { groupId },
      add_to_group: { groupId, emails },
      remove_from_group: { groupId, emails },
      link_group: { groupId, claimValue: 'design' },
    }))
      expect([tool, await refused(ada, tool, input)]).toEqual([tool, 'forbidden']);
    await as(world.owner, 'delete_group', { groupId });
    expect((await as(bob, 'list_groups')).groups).toEqual([]);
    expect(await refused(world.owner, 'list_group_people', { groupId })).toBe('invalid_request/no_such_item');
  });

  it('have unique names, and contain no groups or people of other organizations', async () => {
    expect(await refused(world.owner, 'create_group', { name: 'Design' })).toBe('invalid_request/duplicate_name');
    const { groupId: other } = await as(world.owner, 'create_group', { name: 'Sales' });
    expect(await refused(world.owner, 'rename_group', { groupId: other, name: 'Design' })).toBe('invalid_request/duplicate_name');
    await as(world.owner, 'rename_group', { groupId: other, name: 'Sales' });
    expect(await refused(world.owner, 'add_to_group', { groupId, emails: ['nobody@acme.test'] })).toBe('invalid_request/no_such_item');
    const { orgId, ownerId } = await as({ type: 'operator' }, 'create_organization', { name: 'Globex', ownerEmail: 'olga@globex.test' });
    const olga = { type: 'person', orgId, personId: ownerId } as const;
    for (const tool of ['delete_group', 'list_group_people'])
      expect(await refused(olga, tool, { groupId })).toBe('invalid_request/no_such_item');
    expect((await as(olga, 'list_groups')).groups).toEqual([]);
  });

  it('lose a person who leaves the organization, and do not get them back when they return', async () => {
    await as(world.owner, 'remove_person', { email: 'bob@acme.test' });
    expect((await as(ada, 'list_groups')).groups).toMatchObject([{ peopleCount: 0 }]);
    await as(world.owner, 'add_person', { email: 'bob@acme.test' });
    expect((await as(ada, 'list_groups')).groups).toMatchObject([{ peopleCount: 0 }]);
  });
});

describe('a folder shared with a group (D77.3)', () => {
  beforeEach(async () => await open());
  afterEach(async () => await world[Symbol.asyncDispose]());

  async function makeFolder() {
    const { id: folderId } = await as(ada, 'create_folder', { name: 'Plans' });
    const { docId } = await as(ada, 'create_doc', { title: 'Plan', folderId });
    return { folderId: folderId as string, docId: docId as string };
  }

  it('gives its people the access of the share, and names the group in the list of viewers', async () => {
    const { folderId, docId } = await makeFolder();
    const plain = await as(ada, 'list_folder_viewers', { folderId });
    expect(Object.keys(plain).sort()).toEqual(['asksReview', 'nextCursor', 'organizationAccess', 'viewers']);
    expect(await as(ada, 'share_folder', { folderId, groupId, access: 'read' })).toEqual({
      folderId,
      visibility: 'shared',
      sharedWith: [],
      readers: [],
      groups: [{ groupId, name: 'Design', access: 'read' }],
      organizationAccess: null,
    });
    expect((await as(ada, 'list_folders')).folders).toMatchObject([{ visibility: 'shared' }]);
    expect((await as(bob, 'list_folders')).folders).toMatchObject([{ id: folderId, canWrite: false }]);
    expect(await refused(bob, 'append_doc', { docId, text: 'x' })).toBe('invalid_request/protected_item');
    await as(ada, 'share_folder', { folderId, groupId });
    await as(bob, 'append_doc', { docId, text: 'x' });
    await as(ada, 'share_folder', { folderId, email: 'bob@acme.test', access: 'read' });
    await as(bob, 'append_doc', { docId, text: 'y' });
    const { viewers, groups } = await as(bob, 'list_folder_viewers', { folderId });
    expect(groups).toEqual([{ groupId, name: 'Design', access: 'write' }]);
    expect(viewers.find(({ email }: Loose) => email === 'bob@acme.test')).toMatchObject({
      because: ['shared_with_them'],
      access: 'write',
      shareAccess: 'read',
      groups: ['Design'],
    });
    expect(viewers.find(({ email }: Loose) => email === 'ada@acme.test')).not.toHaveProperty('groups');
  });

  it('counts the people of the group when items would be hidden (D63)', async () => {
    const { folderId } = await makeFolder();
    await as(ada, 'share_folder', { folderId, groupId });
    const { docId } = await as(bob, 'create_doc', { title: 'Of Bob', folderId });
    expect(await refused(ada, 'unshare_folder', { folderId, groupId })).toBe('invalid_request/protected_item');
    await as(ada, 'share_folder', { folderId, email: 'bob@acme.test' });
    await as(ada, 'unshare_folder', { folderId, groupId });
    await as(ada, 'share_folder', { folderId, groupId });
    await as(ada, 'unshare_folder', { folderId, email: 'bob@acme.test' });
    await as(bob, 'read_doc', { docId });
  });

  it('records the share in its history, and can take its end back while the group exists', async () => {
    const { folderId, docId } = await makeFolder();
    const agent = await as(ada, 'create_agent', { name: 'robot' });
    expect(agent.id).toBeDefined();
    await as(ada, 'share_folder', { folderId, groupId, access: 'read' });
    const since = ++world.clock.now;
    await as(ada, 'unshare_folder', { folderId, groupId });
    const { changes } = await as(ada, 'list_changes', { folderId });
    expect(changes[0].fields).toEqual([{ field: 'share', sharedWith: { id: groupId, name: 'Design' }, before: 'read', after: null }]);
    const takeBack = async () => {
      const { takeBackId } = await as(ada, 'prepare_take_back', { personId: ada.personId, since });
      for (let found = await as(ada, 'continue_take_back', { takeBackId }); found.state === 'looking'; )
        found = await as(ada, 'continue_take_back', { takeBackId });
      for (let done = await as(ada, 'apply_take_back', { takeBackId }); done.state === 'working'; )
        done = await as(ada, 'apply_take_back', { takeBackId });
    };
    await takeBack();
    await as(bob, 'read_doc', { docId });
    await as(world.owner, 'delete_group', { groupId });
    expect(await refused(bob, 'read_doc', { docId })).toBe('invalid_request/no_such_item');
    expect((await as(ada, 'list_changes', { folderId })).changes[0].fields).toEqual([
      { field: 'share', sharedWith: { id: groupId }, before: 'read', after: null },
    ]);
    expect(await refused(ada, 'share_folder', { folderId, groupId })).toBe('invalid_request/no_such_item');
  });

  it('is in the export with its group', async () => {
    const { folderId } = await makeFolder();
    await as(ada, 'share_folder', { folderId, groupId, access: 'read' });
    const lines: Loose[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const part: Loose = await as(world.owner, 'export_organization', cursor === '' ? {} : { cursor });
      lines.push(
        ...part.text
          .split('\n')
          .filter(Boolean)
          .map((line: string) => JSON.parse(line)),
      );
      cursor = part.nextCursor;
    }
    expect(lines.find(({ record }) => record === 'group')).toMatchObject({ id: groupId, name: 'Design', people: [bob.personId] });
    expect(lines.find(({ id }) => id === folderId)).toMatchObject({ sharedWith: [], groups: [{ groupId, access: 'read' }] });
  });
});

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`access that a group gave, on ${engine.name} (D77.4)`, () => {
    beforeEach(async () => await open(engine.dialect));
    afterEach(async () => await world[Symbol.asyncDispose]());

    const ends: Record<string, () => Promise<unknown>> = {
      'the person is removed from it': () => as(world.owner, 'remove_from_group', { groupId, emails }),
      'it is deleted': () => as(world.owner, 'delete_group', { groupId }),
    };
    it.each(Object.entries(ends))('is gone with the next call in every process if %s', async (_how, end) => {
      const { id: folderId } = await as(ada, 'create_folder', { name: 'Plans' });
      const { docId } = await as(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'needle', folderId });
      await as(ada, 'share_folder', { folderId, groupId });
      const connection = {
        service: 'github',
        name: 'GitHub',
        kind: 'mcp-http',
        url: 'https://mcp.example.test/mcp',
        visibility: 'organization',
      };
      const { connectionId } = await as(world.owner, 'add_connection', connection);
      await as(world.owner, 'edit_connection', { connectionId, groupIds: [groupId] });
      const key = await world.key(bob, 'write');
      const there = await world.openAnother();
      const visible = async () => {
        const viewer = { orgId: world.orgId, personId: bob.personId, seesAll: false, limits: null, at: world.clock.now };
        const seen = await there.read(() => there.items.visible(viewer, 'doc', docId));
        const used = await there.read(() => there.connections.visible(viewer, connectionId));
        const found = (await as(key, 'search', { query: 'needle' })).results.length;
        const { connected } = await as(key, 'list_connected_services');
        return { isSeen: seen !== undefined, isUsed: used !== undefined, found, connected };
      };
      expect(await visible()).toEqual({ isSeen: true, isUsed: true, found: 1, connected: ['github'] });
      await end();
      expect(await visible()).toEqual({ isSeen: false, isUsed: false, found: 0, connected: [] });
      expect((await as(world.owner, 'list_connections')).connections).toMatchObject([{ connectionId, visibility: 'organization' }]);
      expect((await as(ada, 'list_connections')).connections).toEqual([]);
    });
  });
}

describe('a connection shared with groups (D77.3)', () => {
  beforeEach(async () => await open());
  afterEach(async () => await world[Symbol.asyncDispose]());

  const github = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp' };

  it('lists its groups, and is visible to everyone again when shared with the organization', async () => {
    const { connectionId } = await as(world.owner, 'add_connection', { ...github, visibility: 'organization' });
    const listed = async (who: Credential) => (await as(who, 'list_connected_services')).connections;
    expect((await listed(ada))[0]).not.toHaveProperty('sharedWith');
    await as(world.owner, 'edit_connection', { connectionId, groupIds: [groupId] });
    expect(await listed(ada)).toEqual([]);
    expect(await listed(bob)).toMatchObject([{ connectionId, visibility: 'organization', sharedWith: [{ groupId, name: 'Design' }] }]);
    expect((await as(bob, 'read_connection', { connectionId })).isManaged).toBe(false);
    const admin = await world.addPerson('admin@acme.test', 'admin');
    expect(await listed(admin)).toMatchObject([{ connectionId }]);
    expect(await refused(bob, 'edit_connection', { connectionId, visibility: 'organization' })).toBe('forbidden');
    await as(world.owner, 'edit_connection', { connectionId, name: 'GitHub of Design' });
    expect(await listed(ada)).toEqual([]);
    await as(world.owner, 'edit_connection', { connectionId, visibility: 'organization' });
    expect((await listed(ada))[0]).not.toHaveProperty('sharedWith');
    const refusedGroups = { connectionId, groupIds: [groupId], visibility: 'private' };
    expect(await refused(world.owner, 'edit_connection', refusedGroups)).toBe('invalid_request/invalid_argument');
    expect(await refused(world.owner, 'edit_connection', { connectionId, groupIds: ['group_gone'] })).toBe('invalid_request/no_such_item');
  });

  it('can be shared with groups when it is added', async () => {
    const { connectionId } = await as(world.owner, 'add_connection', { ...github, groupIds: [groupId] });
    const listed = async (who: Credential) => (await as(who, 'list_connected_services')).connections;
    expect(await listed(ada)).toEqual([]);
    expect(await listed(bob)).toMatchObject([{ connectionId, visibility: 'organization', sharedWith: [{ groupId, name: 'Design' }] }]);
    const another = { ...github, service: 'another' };
    expect(await refused(bob, 'add_connection', { ...another, groupIds: [groupId] })).toBe('forbidden');
    const both = { ...another, groupIds: [groupId], visibility: 'private' };
    expect(await refused(world.owner, 'add_connection', both)).toBe('invalid_request/invalid_argument');
    expect(await refused(world.owner, 'add_connection', { ...another, groupIds: ['group_gone'] })).toBe('invalid_request/no_such_item');
    expect(await listed(world.owner)).toHaveLength(1);
  });

  it('can be used by a person after adding them to the group, as explain_access suggests', async () => {
    const { connectionId } = await as(world.owner, 'add_connection', { ...github, visibility: 'organization' });
    await as(world.owner, 'edit_connection', { connectionId, groupIds: [groupId] });
    const asked = { personId: ada.personId, tool: 'github__list_issues' };
    const { refusal, change } = await as(world.owner, 'explain_access', asked);
    expect([refusal.check, change.operation]).toEqual(['connection', 'add_to_group']);
    await as(world.owner, change.operation, change.arguments);
    expect((await as(world.owner, 'explain_access', asked)).allowed).toBe(true);
  });
});
