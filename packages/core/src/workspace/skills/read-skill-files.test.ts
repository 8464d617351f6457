import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openFileDownload } from '../../gateway/downloads/open-download.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 255]);
const main = '---\nname: report\ndescription: Writes reports.\n---\n# Steps\n';

async function fetched({ gateway }: World, downloadUrl: string): Promise<Buffer> {
  const file = await openFileDownload(gateway, downloadUrl.slice(downloadUrl.lastIndexOf('/') + 1));
  const pieces: Buffer[] = [];
  if (file) for await (const piece of file.read(0, file.sizeBytes)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('the download address of a file of a skill (D72.17)', () => {
  it('exists for content that is not text, and for a text in parts', async () => {
    await using world = await createWorld();
    const large = 'x'.repeat(5 * 1024 * 1024);
    const files = [
      { path: 'a.png', contentBase64: image.toString('base64') },
      { path: 'b.md', content: 'text' },
      { path: 'c.txt', content: large },
    ];
    const { id: fileId } = await world.ok(world.owner, 'write_skill', { content: main, files });
    const shown: Loose[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Loose = await world.ok(world.owner, 'read_skill_files', { fileId, ...(cursor && { cursor }) });
      shown.push(...page.files);
      cursor = page.nextCursor;
    }
    const addresses = shown.map(({ path, downloadUrl }) => [path, downloadUrl !== undefined]);
    expect(addresses).toEqual([
      ['SKILL.md', false],
      ['a.png', true],
      ['b.md', false],
      ['c.txt', true],
      ['c.txt', true],
    ]);
    expect((await fetched(world, shown[1]?.downloadUrl)).equals(image)).toBe(true);
    expect((await fetched(world, shown.at(-1)?.downloadUrl)).toString()).toBe(large);
    const { downloadUrl, content } = await world.ok(world.owner, 'read_file', { fileId, path: 'b.md' });
    expect([content, (await fetched(world, downloadUrl)).toString()]).toEqual(['text', 'text']);
  });

  it('leads to the bytes of the version that was read, and does not exist for bytes of an unnamed version', async () => {
    await using world = await createWorld();
    const write = (bytes: Buffer, fileId?: string) =>
      world.ok(world.owner, 'write_skill', {
        ...(fileId === undefined ? { content: main } : { fileId }),
        files: [{ path: 'a.png', contentBase64: bytes.toString('base64') }],
      });
    const newer = Buffer.concat([image, image]);
    const { id: fileId } = await write(image);
    await write(newer, fileId);
    const read = async (input: object) => (await world.ok(world.owner, 'read_skill_files', { fileId, ...input })).files[0];
    expect((await fetched(world, (await read({ paths: ['a.png'], version: 1 })).downloadUrl)).equals(image)).toBe(true);
    expect((await fetched(world, (await read({ paths: ['a.png'] })).downloadUrl)).equals(newer)).toBe(true);
    const digest = createHash('sha256').update(image).digest('hex');
    const byDigest = await read({ paths: [`a.png?digest=sha256:${digest}`] });
    expect([byDigest.sha256, byDigest.downloadUrl]).toEqual([digest, undefined]);
  });

  it('does not exist if the gateway has no public address', async () => {
    await using world = await createWorld({ baseUrl: null });
    const key = await world.key(world.owner, 'write');
    const files = [{ path: 'a.png', contentBase64: image.toString('base64') }];
    const { id: fileId } = await world.ok(key, 'write_skill', { content: main, files });
    const { files: shown } = await world.ok(key, 'read_skill_files', { fileId, paths: ['a.png'] });
    expect(shown[0]).not.toHaveProperty('downloadUrl');
    expect((await world.ok(key, 'read_file', { fileId, path: 'a.png' })).downloadUrl).toBeNull();
  });
});

it('does not count a caller who only listed the files as a reader (D72.9)', async () => {
  await using world = await createWorld();
  const { id: fileId } = await world.ok(world.owner, 'write_skill', { content: main, files: [{ path: 'a.md', content: 'a' }] });
  await world.ok(world.owner, 'read_skill_files', { fileId, paths: [] });
  expect((await world.ok(world.owner, 'list_skill_loads', { itemId: fileId })).loads).toEqual([]);
  await world.ok(world.owner, 'read_skill_files', { fileId, paths: ['a.md'] });
  expect((await world.ok(world.owner, 'list_skill_loads', { itemId: fileId })).loads).toMatchObject([{ version: 1 }]);
});
