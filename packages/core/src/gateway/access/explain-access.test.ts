import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import { join, setUpOwner } from '../../testing/fake-browser.ts';
import { createFakeServices } from '../../testing/fake-services.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

const github = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp' };

let world: World;
let member: Credential & { type: 'person' };
beforeEach(async () => {
  world = await createWorld({ services: createFakeServices() });
  member = await world.addPerson('member@acme.test');
});
afterEach(async () => await world[Symbol.asyncDispose]());

async function makeKey(person: Credential, given: object = {}): Promise<{ key: string; keyId: string; agentId: string }> {
  const agent = await world.ok(person, 'create_agent', { name: 'robot' });
  return await world.ok(person, 'create_key', { agentId: agent.id, access: 'write', ...given });
}

const explain = (input: object, asker: Credential = world.owner): Promise<Loose> => world.ok(asker, 'explain_access', input);

describe('the change that explain_access suggests (D45)', () => {
  interface Asked {
    keyId?: string;
    personId?: string;
    tool?: string;
    itemId?: string;
  }

  /** Makes the change as it is named, and says whether the same is allowed then. */
  async function change(asked: Asked): Promise<{ check: string; isAllowedThen: boolean }> {
    const { refusal, change } = await explain(asked);
    const made = await world.ok(world.owner, change.operation, change.arguments);
    const again = made.key === undefined ? asked : { ...asked, keyId: made.keyId };
    return { check: refusal.check, isAllowedThen: (await explain(again)).allowed };
  }

  it('allows the call of a key that has ended, only reads, or is limited', async () => {
    const { keyId: revoked } = await makeKey(world.owner);
    await world.ok(world.owner, 'revoke_key', { keyId: revoked });
    expect(await change({ keyId: revoked, tool: 'edit_doc' })).toEqual({ check: 'key', isAllowedThen: true });
    const { keyId: reader } = await makeKey(world.owner, { access: 'read' });
    expect(await change({ keyId: reader, tool: 'edit_doc' })).toEqual({ check: 'access', isAllowedThen: true });
    const { keyId: limited } = await makeKey(world.owner, { tools: ['read_doc'] });
    expect(await change({ keyId: limited, tool: 'edit_doc' })).toEqual({ check: 'key_limits', isAllowedThen: true });
  });

  it('allows the call of a key limited to folders: in another folder, and writes to a read-only folder (D49.5)', async () => {
    const place = async (name: string) => {
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name });
      return { folderId, itemId: (await world.ok(world.owner, 'create_doc', { title: name, folderId })).docId };
    };
    const [own, other] = [await place('Own'), await place('Other')];
    const limited = async () => (await makeKey(world.owner, { folders: [{ folderId: own.folderId, access: 'read' }] })).keyId;
    const allowed = { check: 'key_limits', isAllowedThen: true };
    expect(await change({ keyId: await limited(), tool: 'read_doc', itemId: other.itemId })).toEqual(allowed);
    expect(await change({ keyId: await limited(), itemId: other.folderId })).toEqual(allowed);
    const keyId = await limited();
    expect(await change({ keyId, tool: 'edit_doc', itemId: own.itemId })).toEqual(allowed);
    const { docId: itemId } = await world.ok(world.owner, 'create_doc', { title: 'Outside' });
    const { refusal, change: none } = await explain({ keyId, tool: 'read_doc', itemId });
    expect([refusal.check, none.operation]).toEqual(['key_limits', null]);
    expect((await explain({ keyId, tool: 'read_doc', itemId: own.itemId })).allowed).toBe(true);
  });

  it('can be made although the person of the key has lost a folder of its limits, or the right to write in one (D49.5)', async () => {
    const place = async (name: string, access: string) => {
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name });
      await world.ok(world.owner, 'share_folder', { folderId, email: 'member@acme.test', access });
      return { folderId, itemId: (await world.ok(world.owner, 'create_doc', { title: name, folderId })).docId };
    };
    const [lost, narrowed, other] = [await place('Lost', 'read'), await place('Narrowed', 'write'), await place('Other', 'read')];
    const folders = [
      { folderId: lost.folderId, access: 'read' },
      { folderId: narrowed.folderId, access: 'write' },
    ];
    const { keyId } = await makeKey(member, { folders });
    const { keyId: revoked } = await makeKey(member, { folders });
    const { keyId: ofLost } = await makeKey(member, { folders: folders.slice(0, 1) });
    for (const ended of [revoked, ofLost]) await world.ok(member, 'revoke_key', { keyId: ended });
    await world.ok(world.owner, 'unshare_folder', { folderId: lost.folderId, email: 'member@acme.test' });
    await world.ok(world.owner, 'share_folder', { folderId: narrowed.folderId, email: 'member@acme.test', access: 'read' });
    const kept = { folderId: narrowed.folderId, access: 'read' };
    const read = { keyId, tool: 'read_doc', itemId: other.itemId };
    expect((await explain(read, member)).change.arguments).toEqual({
      keyId,
      folders: [kept, { folderId: other.folderId, access: 'read' }],
    });
    expect((await explain({ keyId: revoked }, member)).change).toMatchObject({ operation: 'create_key', arguments: { folders: [kept] } });
    expect((await explain({ keyId: ofLost }, member)).change.operation).toBeNull();
    // The folder must be shared to write before the key can write in it.
    const write = { keyId, tool: 'edit_doc', itemId: other.itemId };
    expect(await change(write)).toEqual({ check: 'key_limits', isAllowedThen: false });
    const { change: wider } = await explain(write, member);
    await world.ok(member, wider.operation, wider.arguments);
    expect((await explain(write)).allowed).toBe(true);
  });

  it('allows a person to change a folder that is shared with them to read (D25.5)', async () => {
    const { personId } = member;
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Rules' });
    const { docId: itemId } = await world.ok(world.owner, 'create_doc', { title: 'Rule', folderId });
    await world.ok(world.owner, 'share_folder', { folderId, email: 'member@acme.test', access: 'read' });
    expect((await explain({ personId, tool: 'read_doc', itemId })).allowed).toBe(true);
    expect(await change({ personId, tool: 'edit_doc', itemId })).toEqual({ check: 'read_only', isAllowedThen: true });
    await world.ok(world.owner, 'share_folder', { folderId, email: 'member@acme.test', access: 'read' });
    const wanted = { folders: [{ folderId, access: 'write' }] };
    const { id: agentId } = await world.ok(member, 'create_agent', { name: 'robot' });
    expect(await world.refused(member, 'create_key', { agentId, access: 'write', ...wanted })).toBe('invalid_request/invalid_argument');
  });

  it('allows the call of a person whose role, folders or agent memory forbid it', async () => {
    const { personId } = member;
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan', folderId });
    expect(await change({ personId, tool: 'read_doc', itemId: docId })).toEqual({ check: 'item', isAllowedThen: true });
    await world.ok(world.owner, 'unshare_folder', { folderId, email: 'member@acme.test' });
    expect(await change({ personId, itemId: folderId })).toEqual({ check: 'item', isAllowedThen: true });
    await world.ok(world.owner, 'set_agent_memory', { docId, isAgentMemory: true });
    expect(await change({ personId, tool: 'edit_doc', itemId: docId })).toEqual({ check: 'protected', isAllowedThen: true });
    expect(await change({ personId, tool: 'rename_organization' })).toEqual({ check: 'role', isAllowedThen: true });
  });

  it('allows calls that a connection refuses: limits, a pause, a disabled tool, a hold', async () => {
    const { connectionId } = await world.ok(world.owner, 'add_connection', { ...github, visibility: 'organization', holdNew: true });
    const tool = 'github__create_issue';
    const limits = [{ connections: [] }, { tools: ['github__list_issues'] }, { tools: ['read_doc'] }];
    const checks: unknown[] = [];
    for (const limit of limits) checks.push(await change({ keyId: (await makeKey(world.owner, limit)).keyId, tool }));
    expect(checks).toEqual(['connection', 'service_tool', 'key_limits'].map((check) => ({ check, isAllowedThen: true })));
    const { keyId } = await makeKey(world.owner);
    await world.ok(world.owner, 'pause_connection', { connectionId });
    expect(await change({ keyId, tool })).toEqual({ check: 'paused', isAllowedThen: true });
    await world.ok(world.owner, 'switch_service_tool', { connectionId, tool: 'create_issue', on: false });
    expect(await change({ keyId, tool })).toEqual({ check: 'service_tool', isAllowedThen: true });
    await hold(connectionId, 'create_issue');
    expect(await change({ keyId, tool })).toEqual({ check: 'held', isAllowedThen: true });
  });

  async function hold(connectionId: string, name: string): Promise<void> {
    const { store, orgId } = world;
    const holding = function* () {
      const tool = yield* store.serviceTools.find(orgId, connectionId, name);
      if (tool) yield* store.serviceTools.put({ ...tool, heldFor: 'changed' as const });
    };
    await store.perform(holding, { changes: true });
  }

  it('is edit_key or share_folder for writes of every kind of item in a read-only folder (D25.5, D49.5)', async () => {
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Rules' });
    const make = async (tool: string, input: object): Promise<string> => {
      const { docId, id = docId } = await world.ok(world.owner, tool, { ...input, folderId });
      return id;
    };
    const writes: [tool: string, itemId: string][] = [
      ['edit_doc', await make('create_doc', { title: 'Rule' })],
      ['edit_file', await make('write_file', { name: 'rule.txt', content: 'a rule' })],
      ['edit_skill', await make('write_skill', { name: 'rule', description: 'A rule.', content: 'a rule' })],
      ['create_folder', folderId],
    ];
    await world.ok(world.owner, 'share_folder', { folderId, email: 'member@acme.test', access: 'read' });
    const { keyId } = await makeKey(world.owner, { folders: [{ folderId, access: 'read' }] });
    for (const [tool, itemId] of writes) {
      const found = [await explain({ keyId, tool, itemId }), await explain({ personId: member.personId, tool, itemId })];
      expect([tool, found.map(({ refusal, change }) => [refusal.check, change.operation])]).toEqual([
        tool,
        [
          ['key_limits', 'edit_key'],
          ['read_only', 'share_folder'],
        ],
      ]);
    }
  });

  it('is given in words if only the person of the key can make it, because they have an account (D43)', async () => {
    const owner = await setUpOwner(world);
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const { id: agentId } = await bob.ok('create_agent', { name: 'robot' }, world.orgId);
    const make = (given: object) => bob.ok('create_key', { agentId, access: 'write', ...given }, world.orgId);
    const { keyId: reader } = await make({ access: 'read' });
    const { keyId: limited } = await make({ tools: ['read_doc'] });
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Memory' });
    await world.ok(world.owner, 'set_agent_memory', { docId, isAgentMemory: true });
    const ask = async (asker: Loose, input: object) => (await asker.ok('explain_access', input, world.orgId)).change;
    for (const [asked, operation] of [
      [{ keyId: reader, tool: 'edit_doc' }, 'create_key'],
      [{ keyId: limited, tool: 'edit_doc' }, 'edit_key'],
    ] as const) {
      expect(await ask(bob, asked)).toMatchObject({ operation });
      expect(await ask(owner, asked)).toMatchObject({
        operation: null,
        arguments: {},
        description: expect.stringContaining('; only bob@acme.test can create keys for their agents'),
      });
    }
    const { keyId: whole } = await make({});
    expect(await ask(owner, { keyId: whole, tool: 'edit_doc', itemId: docId })).toMatchObject({ operation: 'set_agent_memory' });
  });

  it('is given in words if no operation makes it', async () => {
    const { keyId } = await makeKey(member);
    const described = async (tool: string) => (await explain({ keyId, tool })).change;
    expect(await described('list_keys')).toMatchObject({ operation: null, description: expect.stringContaining('keys cannot call this') });
    expect(await described('set_up_organization')).toMatchObject({ operation: null, description: expect.stringContaining('command line') });
    expect(await described('raed_doc')).toMatchObject({ operation: null, description: expect.stringContaining('no tool has this name') });
    await world.ok(world.owner, 'remove_person', { email: 'member@acme.test' });
    expect(await explain({ keyId, tool: 'read_doc' })).toMatchObject({
      allowed: false,
      refusal: { check: 'person', code: 'unauthorized' },
    });
    // Owners and admins can still name a removed person, as in the log. Members can name only themselves.
    const { personId } = member;
    expect(await explain({ personId, tool: 'read_doc' })).toMatchObject({
      allowed: false,
      personId,
      refusal: { check: 'person', code: 'unauthorized' },
      change: { operation: null, description: expect.stringContaining('add them again') },
    });
    const other = await world.addPerson('other@acme.test');
    expect(await world.refused(other, 'explain_access', { personId })).toBe('invalid_request/no_such_item');
  });
});

describe('a caller of explain_access', () => {
  it('gets answers about their own keys as a member, and about everyone as an owner', async () => {
    const [own, others] = [await makeKey(member), await makeKey(world.owner)];
    expect(await explain({ keyId: own.keyId, tool: 'edit_doc' }, member)).toEqual({
      allowed: true,
      keyId: own.keyId,
      personId: member.personId,
      connectionId: null,
      directTool: null,
      refusal: null,
      change: null,
    });
    expect(await explain({ personId: member.personId, tool: 'edit_doc' }, member)).toMatchObject({ allowed: true, keyId: null });
    for (const asked of [{ keyId: others.keyId }, { personId: world.owner.personId }, { keyId: 'key_absent' }])
      expect(await world.refused(member, 'explain_access', { ...asked, tool: 'edit_doc' })).toBe('invalid_request/no_such_item');
    expect(await explain({ keyId: own.keyId, tool: 'edit_doc' })).toMatchObject({ allowed: true });
  });

  it('gets no answer about items that they cannot see', async () => {
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan', folderId });
    const { personId } = member;
    const answers = await Promise.all(
      [docId, folderId, 'doc_absent'].map((itemId) => world.call(member, 'explain_access', { personId, itemId })),
    );
    expect(answers.map((answer) => !answer.ok && answer.error.reason)).toEqual(['no_such_item', 'no_such_item', 'no_such_item']);
    expect(new Set(answers.map((answer) => !answer.ok && answer.error.message)).size).toBe(1);
  });

  it("gets no answer about another person's private connection, even as an owner", async () => {
    const { keyId } = await makeKey(member);
    const { connectionId } = await world.ok(member, 'add_connection', { ...github, visibility: 'private' });
    const tool = 'github__create_issue';
    expect(await explain({ keyId, tool }, member)).toMatchObject({ allowed: true, connectionId });
    expect(await world.refused(world.owner, 'explain_access', { keyId, connectionId })).toBe('invalid_request/no_such_item');
    const hidden = await world.call(world.owner, 'explain_access', { keyId, tool });
    const absent = await world.call(world.owner, 'explain_access', { keyId, tool: 'gitlab__create_issue' });
    expect(hidden).toMatchObject({ ok: false, error: { reason: 'no_such_item' } });
    expect(!hidden.ok && hidden.error.message).toBe(!absent.ok && absent.error.message);
    const shared = await world.ok(world.owner, 'add_connection', { ...github, visibility: 'organization' });
    await world.ok(member, 'test_connection', { connectionId });
    expect(await explain({ keyId, tool })).toMatchObject({ allowed: true, connectionId: shared.connectionId });
  });

  it('changes nothing: no call counts toward the limit of the key, and the log names the caller', async () => {
    const { keyId } = await makeKey(member);
    await explain({ keyId, tool: 'read_doc' });
    const { activity } = await world.ok(world.owner, 'list_activity', { limit: 5 });
    expect(activity.filter((row: Loose) => row.keyId === keyId)).toEqual([]);
    expect(activity).toContainEqual(expect.objectContaining({ tool: 'explain_access', itemType: 'key', itemId: keyId, keyId: null }));
    const { keys } = await world.ok(world.owner, 'list_keys');
    expect(keys).toMatchObject([{ keyId, lastUsedAt: null }]);
  });

  it('names either a key or a person, and no tool of accounts', async () => {
    const { keyId } = await makeKey(world.owner);
    const { personId } = world.owner;
    for (const input of [{}, { keyId, personId }, { personId, tool: 'sign_out' }, { keyId, tool: '__x' }])
      expect(await world.refused(world.owner, 'explain_access', input)).toBe('invalid_request/invalid_argument');
  });
});
