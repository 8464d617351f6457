import { type HostileSkill, hostileMain, hostilePaths, hostileSkills, oddPaths } from '@gatehouse/core/testing';
import { checkSkillFiles, checkSkillPath, inPathOrder } from '@gatehouse/domain/skills';
import type { Activity } from '@gatehouse/storage';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { describe, expect, it } from 'vitest';
import { httpEntrance, mcpModernEntrance } from '../entrances/index.ts';
import { type Loose, openWorld, type World } from '../kit/world.ts';

const main = '---\nname: report\ndescription: Writes reports.\n---\n# Steps\n';
/** 10,000 files and 17 MiB: written once through each entrance. */
const large = 1024 * 1024;

describe.each([httpEntrance, mcpModernEntrance])('hostile packages through $name (D72.2)', (kind) => {
  it('are refused with the reason, for new and existing skills, and each refusal is a row of the log', async () => {
    await using world = await openWorld();
    await using entrance = kind.open(world);
    const { key } = await world.createKey(world.owner, 'write');
    const { value: good } = await entrance.call('write_skill', { content: main }, { key });
    let refused = 0;
    for (const hostile of hostileSkills) {
      const { content, files } = given(hostile);
      const isLarge = files.length > 1000 || hostile.files.some(({ sizeBytes }) => sizeBytes > large);
      const fileId = good.id;
      const inputs =
        hostile.main || isLarge
          ? [{ content, files }]
          : [
              { content, files },
              { fileId, files },
            ];
      for (const input of inputs) {
        const reply = await entrance.call('write_skill', input, { key });
        expect([reply.code, reply.reason], `${hostile.what}: ${reply.message}`).toEqual(['invalid_request', reasonOf(hostile)]);
        expect(reply.message).toContain(messageOf(hostile));
        refused++;
      }
    }
    expect(await refusals(world, 'write_skill')).toHaveLength(refused);
    const { skills } = await world.as(world.owner, 'list_skills', {});
    expect(skills.map(({ name, versionCount }: Loose) => [name, versionCount]).toSorted()).toEqual([
      ['gatehouse', 1],
      ['report', 1],
    ]);
    expect(world.faults).toEqual([]);
  });

  it('are not found by any argument that names a file, and each refusal is a row of the log', async () => {
    await using world = await openWorld();
    await using entrance = kind.open(world);
    const { key } = await world.createKey(world.owner, 'write');
    const files = [{ path: 'references/a.md', content: 'a\n' }];
    const fileId = (await entrance.call('write_skill', { content: main, files }, { key })).value.id;
    const calls: Record<string, (path: string) => object> = {
      read_file: (path) => ({ path }),
      read_lines: (path) => ({ path, from: 1 }),
      find_text: (path) => ({ path, text: 'a' }),
      edit_skill: (path) => ({ path, oldText: 'a', newText: 'b' }),
      restore_version: (path) => ({ path, version: 1 }),
      write_skill: (path) => ({ removeFiles: [path] }),
      read_skill_files: (path) => ({ paths: [path] }),
    };
    for (const [tool, input] of Object.entries(calls)) {
      for (const [path] of hostilePaths) {
        const reply = await entrance.call(tool, { fileId, ...input(path) }, { key });
        expect([reply.code, reply.reason], `${tool} ${JSON.stringify(path)}: ${reply.message}`).toEqual([
          'invalid_request',
          expect.any(String),
        ]);
      }
      expect(await refusals(world, tool), tool).toHaveLength(hostilePaths.length);
    }
    expect((await world.as(world.owner, 'read_item', { itemId: fileId })).versionCount).toBe(1);
    expect(world.faults).toEqual([]);
  });
});

describe('addresses of files of skills (D72.10, D72.11, D72.17)', () => {
  it('lead to no other file, for any hostile path in them', async () => {
    await using world = await openWorld();
    await using reader = await openReader(world);
    const files = [{ path: 'references/a.md', content: 'a\n' }];
    await world.as(world.owner, 'write_skill', { content: main, files });
    for (const [path] of hostilePaths) {
      for (const written of spellings(path)) {
        // No spelling of a hostile path must lead to any file.
        const uri = `skill://workspace/report/${written}`;
        const reads = await Promise.allSettled([
          reader.client.readResource({ uri }),
          reader.client.readResource({ uri: `${uri}?digest=sha256:${'0'.repeat(64)}` }),
          reader.skills.get(uri),
        ]);
        expect(
          reads.map(({ status }) => status),
          uri,
        ).toEqual(['rejected', 'rejected', 'rejected']);
        for (const read of reads) expect(String((read as PromiseRejectedResult).reason), uri).not.toContain('internal_error');
      }
    }
    const digest = `sha256:${'0'.repeat(64)}`;
    for (const path of ['SKILL.md', 'references/a.md'])
      await expect(reader.client.readResource({ uri: `skill://workspace/report/${path}?digest=${digest}` })).rejects.toThrow(
        'with this digest',
      );
    expect(world.faults).toEqual([]);
  });

  it('return each file with an unusual but valid name, byte for byte', async () => {
    await using world = await openWorld();
    await using reader = await openReader(world);
    const files = oddPaths.map((path, index) => ({ path, contentBase64: Buffer.from([0, 255, index]).toString('base64') }));
    const { id: fileId } = await world.as(world.owner, 'write_skill', { content: main, files });
    const { skill } = await reader.skills.get('skill://workspace/report/SKILL.md');
    for (const [index, path] of oddPaths.entries()) {
      const bytes = Buffer.from([0, 255, index]);
      const uri = `skill://workspace/report/${path.split('/').map(encodeURIComponent).join('/')}`;
      expect(skill.resources).toContainEqual(expect.objectContaining({ uri, size: 3 }));
      expect(await reader.skills.read(skill, uri)).toMatchObject({ verified: true });
      expect((await reader.client.readResource({ uri })).contents).toMatchObject([{ blob: bytes.toString('base64') }]);
      const { downloadUrl } = await world.as(world.owner, 'read_file', { fileId, path });
      const response = await fetch(downloadUrl);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
      const name = path.split('/').at(-1) as string;
      const disposition = response.headers.get('content-disposition') ?? '';
      expect(decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(disposition)?.[1] ?? '')).toBe(name);
      expect(/filename="([^"]*)"/.exec(disposition)?.[1]).toMatch(/^[\x20-\x7e]+$/);
    }
  });

  it('cannot be changed to another file by a person with a download address', async () => {
    await using world = await openWorld();
    const files = ['a.bin', 'b.bin'].map((path) => ({ path, contentBase64: Buffer.from([0, 255]).toString('base64') }));
    const { id: fileId } = await world.as(world.owner, 'write_skill', { content: main, files });
    const { downloadUrl } = await world.as(world.owner, 'read_file', { fileId, path: 'a.bin' });
    const address = new URL(downloadUrl);
    const token = Buffer.from(address.pathname.split('/').at(-1) as string, 'base64url');
    for (const other of ['b.bin', '../x1']) {
      const changed = Buffer.from(token.toString('latin1').replace('a.bin', other), 'latin1').toString('base64url');
      const response = await fetch(downloadUrl.replace(token.toString('base64url'), changed));
      expect([response.status, (await response.text()).includes('\xff')]).toEqual([404, false]);
    }
    expect((await fetch(downloadUrl)).status).toBe(200);
  });
});

function given({ main: content = hostileMain, files }: HostileSkill) {
  return { content, files: files.map(({ path, sizeBytes }) => ({ path, contentBase64: Buffer.alloc(sizeBytes).toString('base64') })) };
}

/** Gets the domain's message for a hostile skill. Expects the fault that the table names. */
function messageOf({ main: content, files, fault }: HostileSkill): string {
  if (content !== undefined) return '';
  const wrong =
    files.map(({ path }) => checkSkillPath(path)).find(({ ok }) => !ok) ??
    checkSkillFiles([{ path: 'SKILL.md', sizeBytes: 1 }, ...inPathOrder(files)]);
  if (wrong.ok) throw new Error('it is not hostile');
  expect(wrong.fault).toBe(fault);
  return /^(.{20})/.exec(wrong.message)?.[1] ?? wrong.message;
}

function reasonOf({ fault }: HostileSkill): string {
  return ['large', 'large_main', 'many_files'].includes(fault) ? 'too_large' : 'invalid_skill';
}

async function refusals(world: World, wanted: string): Promise<Activity[]> {
  return (await world.activity()).filter(({ tool, outcome }) => tool === wanted && outcome === 'invalid_request');
}

/** Lists spellings of a path in an address. */
function spellings(path: string): string[] {
  const encoded = encodeURIComponent(path.toWellFormed());
  const all = [path, encoded, encoded.replaceAll('%2F', '/'), encoded.replaceAll('.', '%2e'), encodeURIComponent(encoded)];
  return [...new Set(all)].filter((written) => !['', '/'].includes(written));
}

async function openReader(world: World) {
  const { key } = await world.createKey(world.owner, 'read');
  const client = new Client({ name: 'hostile', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { requestInit }));
  return { client, skills: new SkillsClient(client), [Symbol.asyncDispose]: () => client.close() };
}
