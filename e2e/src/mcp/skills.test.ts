import { createHash } from 'node:crypto';
import { Client, ResourceNotFoundError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Skill, SkillsClient, SkillVerificationError } from '@modelcontextprotocol/client/ext/skills';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Loose, openWorld, type World } from '../kit/world.ts';

async function openClient({ url }: World, key: string) {
  const client = new Client({ name: 'skills-test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${key}`, 'X-Gatehouse-Machine': 'build-1' } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return { client, skills: new SkillsClient(client), [Symbol.asyncDispose]: () => client.close() };
}

async function call(world: World, key: string, tool: string, input: object): Promise<Loose> {
  const response = await fetch(`${world.url}/v1/tools/${tool}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

const anyResult = z.looseObject({ ttlMs: z.unknown().optional(), cacheScope: z.unknown().optional() });

/** Builds a skill in which every file contains the stamp of its edit. */
const skillOf = (name: string, stamp: string) => ({
  name,
  description: `Says ${stamp}.`,
  content: `# ${stamp}\n`,
  files: [
    { path: 'references/facts.md', content: `${stamp}\n` },
    { path: 'scripts/run.sh', content: `echo ${stamp}\n`, executable: true },
    { path: 'assets/größe 1.bin', contentBase64: Buffer.from([0, 255, ...Buffer.from(stamp)]).toString('base64') },
  ],
});

const stampIn = (bytes: Uint8Array) => /edit \d+ of writer \d/.exec(Buffer.from(bytes).toString('latin1'))?.[0];

/** Lists all skills except the one that every organization has. */
async function listOwn(reader: SkillsClient): Promise<Skill[]> {
  return (await reader.list()).skills.filter(({ uri }) => uri !== 'skill://workspace/gatehouse/SKILL.md');
}

describe('skills over MCP (D72)', () => {
  it("lists, gets and reads a skill with all its files, which the SDK's client verifies", async () => {
    await using world = await openWorld();
    const { key } = await world.createKey(world.owner, 'write');
    const { id: folderId } = await call(world, key, 'create_folder', { name: 'Team' });
    const { id } = await call(world, key, 'write_skill', { ...skillOf('checks', 'edit 1 of writer 1'), folderId });
    // Lists are in the order of creation.
    world.clock.now += 1;
    await call(world, key, 'write_skill', { name: 'alone', description: 'Has one file.', content: '# Alone\n' });
    await using reader = await openClient(world, key);
    const skills = await listOwn(reader.skills);
    expect(skills.map(({ uri }) => uri)).toEqual([`skill://${folderId}/checks/SKILL.md`, 'skill://workspace/alone/SKILL.md']);
    const [skill] = skills as [Skill];
    expect(skill._meta).toMatchObject({ 'gatehouse/folderName': 'Team', 'gatehouse/resource': `gatehouse://skills/${id}` });
    expect((await reader.skills.get(skill.uri)).skill).toEqual(skill);
    for (const path of ['SKILL.md', 'references/facts.md', 'scripts/run.sh', 'assets/größe 1.bin']) {
      expect(await reader.skills.read(skill, path)).toMatchObject({ verified: true });
    }
    const { resources } = await reader.skills.readDirectory(`skill://${folderId}/checks`);
    expect(resources.map(({ name, mimeType }) => [name, mimeType])).toEqual([
      ['SKILL.md', undefined],
      ['assets', 'inode/directory'],
      ['references', 'inode/directory'],
      ['scripts', 'inode/directory'],
    ]);
    const loads = await world.as(world.owner, 'list_skill_loads', { itemId: id });
    expect(loads.loads).toMatchObject([{ version: 1, machine: 'build-1' }]);
  });

  it('shows no invisible skill, by listing, address, directory or digest', async () => {
    await using world = await openWorld();
    const { key } = await world.createKey(world.owner, 'write');
    const { key: other } = await world.createKey(await world.addPerson('bob@acme.test'), 'write');
    const { id: folderId } = await call(world, key, 'create_folder', { name: 'Private' });
    await call(world, key, 'write_skill', { ...skillOf('hidden', 'edit 1 of writer 1'), folderId });
    await using own = await openClient(world, key);
    await using foreign = await openClient(world, other);
    const [skill] = (await listOwn(own.skills)) as [Skill];
    expect(await listOwn(foreign.skills)).toEqual([]);
    await expect(foreign.skills.get(skill.uri)).rejects.toThrow('No skill is served at');
    await expect(foreign.skills.readDirectory(`skill://${folderId}/hidden`)).rejects.toThrow('is not a directory');
    for (const { uri, digest } of skill.resources as Exclude<Skill['resources'], 'dynamic'>) {
      await expect(foreign.client.readResource({ uri })).rejects.toThrow();
      await expect(foreign.client.readResource({ uri: `${uri}?digest=${digest}` })).rejects.toThrow();
    }
    const refusals = await Promise.allSettled([
      foreign.client.readResource({ uri: skill.uri }),
      foreign.client.readResource({ uri: `skill://${folderId}/nothing/SKILL.md` }),
    ]);
    const [hidden, absent] = refusals.map((one) => String((one as PromiseRejectedResult).reason));
    expect(hidden?.replaceAll('hidden', 'nothing')).toBe(absent);
  });

  it('gets a skill only by its SKILL.md, and refuses an address that leads nowhere', async () => {
    await using world = await openWorld();
    const { key } = await world.createKey(world.owner, 'write');
    await call(world, key, 'write_skill', skillOf('checks', 'edit 1 of writer 1'));
    await using reader = await openClient(world, key);
    for (const uri of ['', '/references/facts.md', '/references'].map((path) => `skill://workspace/checks${path}`))
      await expect(reader.skills.get(uri)).rejects.toThrow('No skill is served at');
    for (const uri of ['/nothing.md', '/references', '/references%2Ffacts'].map((path) => `skill://workspace/checks${path}`))
      await expect(reader.client.readResource({ uri })).rejects.toBeInstanceOf(ResourceNotFoundError);
    await expect(reader.skills.readDirectory('skill://workspace/checks/SKILL.md')).rejects.toThrow('is not a directory of a skill');
  });

  it('reads a whole file that is too large for a tool answer', async () => {
    await using world = await openWorld();
    const { key } = await world.createKey(world.owner, 'write');
    const large = Buffer.alloc(9 * 1024 * 1024, 'abc\xff', 'latin1');
    const files = [{ path: 'assets/large.bin', contentBase64: large.toString('base64') }];
    await call(world, key, 'write_skill', { name: 'large', description: 'Is large.', content: '# Large', files });
    await using reader = await openClient(world, key);
    expect(Buffer.from(await bytesOf(reader.client, 'skill://workspace/large/assets/large.bin')).equals(large)).toBe(true);
  });

  it.each(['auto', 'legacy'] as const)('lets no shared cache store a list or an entry, in the %s era', async (mode) => {
    await using world = await openWorld();
    const { key } = await world.createKey(world.owner, 'write');
    const client = new Client({ name: 'skills-test', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { Authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { requestInit }));
    const results = await Promise.all([
      client.request({ method: 'skills/list', params: {} }, anyResult),
      client.request({ method: 'skills/get', params: { uri: 'skill://workspace/gatehouse/SKILL.md' } }, anyResult),
      client.request({ method: 'resources/directory/read', params: { uri: 'skill://workspace/gatehouse' } }, anyResult),
    ]);
    // Revisions before 2026-07-28 have no such fields.
    const fields = mode === 'auto' ? { ttlMs: 60_000, cacheScope: 'private' } : {};
    for (const { ttlMs, cacheScope } of results) expect(JSON.parse(JSON.stringify({ ttlMs, cacheScope }))).toEqual(fields);
    await client.close();
  });

  it('never mixes two versions in a listing while three writers make 300 edits, and serves each file by its digest', () =>
    readBesideWriters(300));
  it('never mixes two versions during 10,000 edits either', { tags: ['nightly'], timeout: 3_600_000 }, () => readBesideWriters(10_000));
});

/** A client reads while three writers make edits. */
async function readBesideWriters(edits: number): Promise<void> {
  await using world = await openWorld();
  const { key } = await world.createKey(world.owner, 'write');
  await using reader = await openClient(world, key);
  const names = ['one', 'two'];
  const ids = new Map<string, string>();
  for (const name of names) ids.set(name, (await call(world, key, 'write_skill', skillOf(name, 'edit 0 of writer 0'))).id);
  let made = 0;
  const write = async (writer: number) => {
    while (made < edits) {
      const edit = made++;
      const name = names[edit % names.length] as string;
      const { name: _, ...skill } = skillOf(name, `edit ${edit} of writer ${writer}`);
      await call(world, key, 'write_skill', { fileId: ids.get(name), name, ...skill });
    }
  };
  const checked = { listings: 0, stale: 0 };
  const read = async () => {
    for (let isLast = false; !isLast; checked.listings++) {
      isLast = made >= edits;
      for (const skill of await listOwn(reader.skills)) {
        const stamps = new Set<string | undefined>();
        for (const { uri, digest, size } of skill.resources as Exclude<Skill['resources'], 'dynamic'>) {
          const bytes = await bytesOf(reader.client, `${uri}?digest=${digest}`);
          expect([`sha256:${createHash('sha256').update(bytes).digest('hex')}`, bytes.length]).toEqual([digest, size]);
          stamps.add(stampIn(bytes));
        }
        expect([...stamps]).toEqual([expect.stringMatching(/^edit/)]);
        await reader.skills.read(skill, undefined, { cacheMode: 'refresh' }).catch(async (error) => {
          if (!(error instanceof SkillVerificationError)) throw error;
          checked.stale++;
          expect((await reader.skills.get(skill.uri)).skill).not.toEqual(skill);
        });
      }
    }
  };
  await Promise.all([write(1), write(2), write(3), read()]);
  expect(checked.listings).toBeGreaterThan(2);
}

async function bytesOf(client: Client, uri: string): Promise<Uint8Array> {
  const [content] = (await client.readResource({ uri })).contents;
  if (!content) throw new Error(`nothing is at ${uri}`);
  return 'blob' in content ? Buffer.from(content.blob, 'base64') : Buffer.from(content.text, 'utf8');
}
