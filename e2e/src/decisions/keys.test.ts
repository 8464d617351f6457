import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { forEachEntrance } from '../entrances/index.ts';
import { givenEngine } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';
import { checksumOf, inventKey } from '../matrix/key-states.ts';
import { openDesk } from './desk.ts';

describe('a key (D10)', () => {
  it('is gth_, 43 random characters and a checksum over both', async () => {
    await using desk = await openDesk();
    expect(desk.key).toMatch(/^gth_[0-9A-Za-z]{49}$/);
    expect(desk.key.slice(-6)).toBe(checksumOf(desk.key.slice(0, -6)));
    expect(new Set([desk.key, desk.readKey]).size).toBe(2);
  });

  it('is refused without a query if its checksum is wrong', async () => {
    let lookups = 0;
    await using desk = await openDesk({
      alter: (gateway) => {
        const { keys, admissions } = gateway.store as unknown as Record<string, Record<string, (...values: unknown[]) => unknown>>;
        for (const [queries, name] of [
          [keys, 'findByHash'],
          [admissions, 'take'],
        ] as const) {
          const lookUp = queries![name]!;
          queries![name] = (...values) => {
            lookups++;
            return lookUp(...values);
          };
        }
        return gateway;
      },
    });
    const mistyped = desk.key.slice(0, -1) + (desk.key.endsWith('a') ? 'b' : 'a');
    expect(await desk.refused('whoami', {}, mistyped)).toBe('unauthorized');
    expect(lookups).toBe(0);
    expect(await desk.refused('whoami', {}, inventKey())).toBe('unauthorized');
    expect(lookups).toBeGreaterThan(0);
  });

  it('is stored only as its SHA-256 and first 12 characters: neither the database nor a file of the data directory contains it', async () => {
    await using desk = await openDesk();
    await desk.ok('whoami');
    await desk.reply('whoami', { [desk.key]: desk.key });
    const files = readdirSync(desk.folder).map((name) => readFileSync(path.join(desk.folder, name)));
    const places = [...files, Buffer.from(await givenEngine.dump(desk.folder))];
    const stored = (bytes: Buffer | string) => places.some((place) => place.includes(bytes));
    expect(stored(desk.key)).toBe(false);
    expect(stored(desk.key.slice(4, 47))).toBe(false);
    expect(stored(desk.key.slice(13))).toBe(false);
    const hash = createHash('sha256').update(desk.key).digest();
    expect(stored(hash) || stored(hash.toString('hex'))).toBe(true);
    expect(stored(desk.key.slice(0, 12))).toBe(true);
  });

  it('is shown once, and never in a list', async () => {
    await using desk = await openDesk();
    const listed = JSON.stringify(await desk.as(desk.owner, 'list_keys'));
    expect(listed).toContain(desk.key.slice(0, 12));
    expect(listed).not.toContain(desk.key.slice(0, 13));
    expect((await desk.ok('whoami')).keyPrefix).toBe(desk.key.slice(0, 12));
  });

  it('expires at its time, which whoami states', async () => {
    await using desk = await openDesk();
    const expiresAt = desk.clock.now + 1000;
    const { key } = await desk.createKey(desk.person, 'read', { expiresAt, name: 'short' });
    expect(await desk.ok('whoami', {}, key)).toMatchObject({ keyName: 'short', expiresAt });
    desk.clock.now = expiresAt - 1;
    expect((await desk.reply('whoami', {}, key)).code).toBe('ok');
    desk.clock.now = expiresAt;
    expect(await desk.complaint('whoami', {}, key)).toContain('expired');
    expect((await desk.ok('whoami')).expiresAt).toBeNull();
  });

  it('states its last use', async () => {
    await using desk = await openDesk();
    await desk.ok('whoami');
    const { keys } = await desk.as(desk.owner, 'list_keys');
    expect(keys.find(({ keyId }: { keyId: string }) => keyId === desk.keyId).lastUsedAt).toBe(desk.clock.now);
  });
});

forEachEntrance((kind) => {
  it('a revoked key stops working immediately (D10)', async () => {
    await using world = await openWorld();
    await using entrance = kind.open(world);
    const { key, keyId } = await world.createKey(world.owner, 'write');
    expect((await entrance.call('whoami', {}, { key })).code).toBe('ok');
    await world.as(world.owner, 'revoke_key', { keyId });
    expect((await entrance.call('whoami', {}, { key })).code).toBe('unauthorized');
    expect((await entrance.call('create_doc', { title: 'late' }, { key })).code).toBe('unauthorized');
  });

  it('a key reports its person and agent, and the time of the gateway (D12)', async () => {
    await using world = await openWorld();
    await using entrance = kind.open(world);
    const { id: personId } = await world.as(world.owner, 'add_person', { email: 'ada@acme.test', name: 'Ada Lovelace' });
    const { key } = await world.createKey({ ...world.owner, personId }, 'read');
    world.clock.now = Date.UTC(2027, 1, 3, 4, 5, 6, 7);
    const { value } = await entrance.call('whoami', {}, { key });
    expect(value).toMatchObject({ person: { name: 'Ada Lovelace', email: 'ada@acme.test' }, now: '2027-02-03T04:05:06.007Z' });
  });
});

describe('access levels (D11)', () => {
  it('are read and write, with their scopes', async () => {
    await using desk = await openDesk();
    const write = ['workspace:read', 'services:read', 'workspace:write', 'services:write'];
    expect(await desk.ok('whoami')).toMatchObject({ accessLevel: 'write', scopes: write });
    expect(await desk.ok('whoami', {}, desk.readKey)).toMatchObject({ accessLevel: 'read', scopes: write.slice(0, 2) });
  });

  it('let a read key run read-only tools of a service', async () => {
    await using desk = await openDesk();
    await desk.as(desk.person, 'add_connection', { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.com/' });
    const run = (tool: string, key: string) =>
      desk.reply('execute_service_tool', { toolSlug: `github__${tool}`, arguments: { repo: 'a' } }, key);
    expect((await run('list_issues', desk.readKey)).code).toBe('ok');
    expect((await run('create_issue', desk.readKey)).code).toBe('forbidden');
    expect((await run('create_issue', desk.key)).code).toBe('ok');
  });
});

describe('a key acts for an agent of a person (D12)', () => {
  it('sees what that person sees at the time of the call', async () => {
    await using desk = await openDesk();
    const { id: folderId } = await desk.as(desk.owner, 'create_folder', { name: 'Board' });
    const { docId } = await desk.as(desk.owner, 'create_doc', { title: 'Minutes', folderId });
    const sees = async () => (await desk.reply('read_doc', { docId })).code === 'ok';
    expect(await sees()).toBe(false);
    await desk.as(desk.owner, 'share_folder', { folderId, email: 'ada@acme.test' });
    expect(await sees()).toBe(true);
    await desk.as(desk.owner, 'unshare_folder', { folderId, email: 'ada@acme.test' });
    expect(await sees()).toBe(false);
    await desk.as(desk.owner, 'set_person_role', { email: 'ada@acme.test', role: 'admin' });
    expect(await sees()).toBe(true);
    await desk.as(desk.owner, 'set_person_role', { email: 'ada@acme.test', role: 'member' });
    expect(await sees()).toBe(false);
  });

  it('ends when the person is removed', async () => {
    await using desk = await openDesk();
    await desk.as(desk.owner, 'remove_person', { email: 'ada@acme.test' });
    expect(await desk.refused('whoami')).toBe('unauthorized');
  });
});
