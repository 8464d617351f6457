import { describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../testing/test-world.ts';
import { signDownload } from '../../workspace/files/download-url.ts';
import { type FileDownload, openFileDownload } from './open-download.ts';

interface Reader {
  itemId: string;
  personId: string;
  keyId?: string | null;
  version?: number;
  path?: string;
  secret?: Buffer;
}

/** The token that read_file gives: 15 minutes for one version. */
function tokenOf(
  { gateway, clock, orgId }: World,
  { itemId, personId, keyId = null, version = 1, path, secret = gateway.settings.secret }: Reader,
): string {
  return signDownload({ secret, payload: { orgId, itemId, version, personId, keyId, path, expiresAt: clock.now + 900_000 } });
}

async function bytesOf(file: FileDownload | undefined, start = 0, end = file?.sizeBytes ?? 0): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  if (file) for await (const piece of file.read(start, end)) pieces.push(piece);
  return pieces;
}

async function writeFile(world: World, input: object): Promise<string> {
  return (await world.ok(world.owner, 'write_file', { name: 'a.bin', ...input })).id;
}

describe('a download address (D24)', () => {
  it('returns the bytes of its version, in pieces that are read on request', async () => {
    await using world = await createWorld();
    const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, index) => (index * 7) % 251));
    const itemId = await writeFile(world, { contentBase64: bytes.toString('base64') });
    await world.ok(world.owner, 'write_file', { fileId: itemId, content: 'a later version' });
    const file = await openFileDownload(world.gateway, tokenOf(world, { itemId, personId: world.owner.personId }));
    expect(file).toMatchObject({ name: 'a.bin', mimeType: 'application/octet-stream', sizeBytes: 600_000 });
    const pieces = await bytesOf(file);
    expect(pieces.map(({ length }) => length)).toEqual([262_144, 262_144, 75_712]);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    const part = Buffer.concat(await bytesOf(file, 262_140, 524_290));
    expect(part.equals(bytes.subarray(262_140, 524_290))).toBe(true);
  });

  it('returns a text of any version byte for byte', async () => {
    await using world = await createWorld();
    const itemId = await writeFile(world, { name: 'a.txt', content: 'eins\r\nzwei ü\n' });
    await world.ok(world.owner, 'write_file', { fileId: itemId, content: 'drei' });
    const [first, second] = [1, 2].map((version) => tokenOf(world, { itemId, version, personId: world.owner.personId }));
    expect(Buffer.concat(await bytesOf(await openFileDownload(world.gateway, first as string))).toString()).toBe('eins\r\nzwei ü\n');
    expect(Buffer.concat(await bytesOf(await openFileDownload(world.gateway, second as string), 1, 3)).toString()).toBe('re');
  });

  it('is invalid if it is forged, expired or of a missing version', async () => {
    await using world = await createWorld();
    const itemId = await writeFile(world, { content: 'x' });
    const { personId } = world.owner;
    const good = tokenOf(world, { itemId, personId });
    expect(await openFileDownload(world.gateway, good)).toBeDefined();
    expect(await openFileDownload(world.gateway, `${good}A`)).toBeUndefined();
    expect(await openFileDownload(world.gateway, tokenOf(world, { itemId, personId, secret: Buffer.alloc(32, 8) }))).toBeUndefined();
    expect(await openFileDownload(world.gateway, tokenOf(world, { itemId, personId, version: 2 }))).toBeUndefined();
    world.clock.now += 900_000;
    expect(await openFileDownload(world.gateway, good)).toBeUndefined();
  });

  it('becomes invalid when its reader can no longer see the item', async () => {
    await using world = await createWorld();
    const member = await world.addPerson('member@acme.test');
    const itemId = await writeFile(world, { content: 'x' });
    const token = tokenOf(world, { itemId, personId: member.personId });
    expect(await openFileDownload(world.gateway, token)).toBeDefined();
    const folder = await world.ok(world.owner, 'create_folder', { name: 'private' });
    await world.ok(world.owner, 'move_item', { fileId: itemId, folderId: folder.id });
    expect(await openFileDownload(world.gateway, token)).toBeUndefined();
    expect(await openFileDownload(world.gateway, tokenOf(world, { itemId, personId: world.owner.personId }))).toBeDefined();
  });

  it('becomes invalid with the item', async () => {
    await using world = await createWorld();
    const itemId = await writeFile(world, { content: 'x' });
    const token = tokenOf(world, { itemId, personId: world.owner.personId });
    await world.ok(world.owner, 'delete_file', { fileId: itemId });
    expect(await openFileDownload(world.gateway, token)).toBeUndefined();
  });

  it('is invalid for a key that may not read files (D49)', async () => {
    await using world = await createWorld();
    const { personId } = world.owner;
    const itemId = await writeFile(world, { content: 'x' });
    const agent = await world.ok(world.owner, 'create_agent', { name: 'limited' });
    const opens = async (tool: string) => {
      const { keyId } = await world.ok(world.owner, 'create_key', { agentId: agent.id, access: 'read', tools: [tool] });
      return (await openFileDownload(world.gateway, tokenOf(world, { itemId, personId, keyId }))) !== undefined;
    };
    expect([await opens('read_file'), await opens('read_lines')]).toEqual([true, false]);
  });

  it('returns a file of a skill as it was in its version, under its own name, while its reader can read the skill (D72.17)', async () => {
    await using world = await createWorld();
    const member = await world.addPerson('member@acme.test');
    const image = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(400_000, 7)]);
    const skill = {
      content: '---\nname: report\ndescription: Writes reports.\n---\n# Steps\n',
      files: [{ path: 'assets/the logo.png', contentBase64: image.toString('base64') }],
    };
    const { id: itemId } = await world.ok(world.owner, 'write_skill', skill);
    await world.ok(world.owner, 'write_skill', { fileId: itemId, removeFiles: ['*'] });
    const open = (more: object) =>
      openFileDownload(world.gateway, tokenOf(world, { itemId, personId: member.personId, path: 'assets/the logo.png', ...more }));
    const file = await open({});
    expect(file).toMatchObject({ name: 'the logo.png', mimeType: 'image/png', sizeBytes: image.length, heldBytes: image.length });
    expect(Buffer.concat(await bytesOf(file)).equals(image)).toBe(true);
    expect(Buffer.concat(await bytesOf(file, 3, 300_003)).equals(image.subarray(3, 300_003))).toBe(true);
    expect([await open({ version: 2 }), await open({ path: 'assets/logo.png' })]).toEqual([undefined, undefined]);
    const folder = await world.ok(world.owner, 'create_folder', { name: 'private' });
    await world.ok(world.owner, 'move_item', { fileId: itemId, folderId: folder.id });
    expect(await open({})).toBeUndefined();
    expect(await open({ personId: world.owner.personId })).toBeDefined();
    await world.ok(world.owner, 'delete_file', { fileId: itemId });
    expect(await open({ personId: world.owner.personId })).toBeUndefined();
  });

  it('becomes invalid with its key and with its person', async () => {
    await using world = await createWorld();
    const member = await world.addPerson('member@acme.test');
    const itemId = await writeFile(world, { content: 'x' });
    await world.key(member, 'read');
    await world.key(member, 'read', { expiresAt: world.clock.now + 60_000 });
    const keys = await world.store.read(() => world.store.keys.list(world.orgId));
    // Made within one millisecond, they are listed in any order.
    const lasting = keys.find(({ expiresAt }) => expiresAt === null)?.id ?? '';
    const expiring = keys.find(({ expiresAt }) => expiresAt !== null)?.id ?? '';
    const openWith = (keyId: string) => openFileDownload(world.gateway, tokenOf(world, { itemId, personId: member.personId, keyId }));
    const open = async () => [await openWith(lasting), await openWith(expiring)];
    expect((await open()).map((file) => file !== undefined)).toEqual([true, true]);
    world.clock.now += 60_000;
    expect((await open()).map((file) => file !== undefined)).toEqual([true, false]);
    await world.store.perform(() => world.store.keys.revoke(world.orgId, lasting, world.clock.now), { changes: true });
    expect((await open()).map((file) => file !== undefined)).toEqual([false, false]);
    const byPerson = tokenOf(world, { itemId, personId: member.personId });
    expect(await openFileDownload(world.gateway, byPerson)).toBeDefined();
    await world.ok(world.owner, 'remove_person', { email: 'member@acme.test' });
    expect(await openFileDownload(world.gateway, byPerson)).toBeUndefined();
  });
});
