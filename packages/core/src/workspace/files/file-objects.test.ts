import type { FileStore } from '@gatehouse/storage';
import { describe, expect, it } from 'vitest';
import { openFileDownload } from '../../gateway/downloads/open-download.ts';
import { createWorld, type World } from '../../testing/test-world.ts';
import { signDownload } from './download-url.ts';
import { sweepObjects } from './sweep-objects.ts';

const hourMs = 60 * 60 * 1000;
const bytes = Buffer.from(Array.from({ length: 2_500_000 }, (_, index) => (index * 7) % 251));
const contentBase64 = bytes.toString('base64');
const shortBase64 = Buffer.from([0, 1, 2]).toString('base64');

interface FakeFiles extends FileStore {
  objects: Map<string, Buffer>;
  /** Operations, in order. */
  asked: string[];
  /** Called before each operation. Throws to make it fail. */
  before: (operation: string) => void | Promise<void>;
}

function createFakeFiles(): FakeFiles {
  const objects = new Map<string, Buffer>();
  const ask = async (operation: string) => {
    files.asked.push(operation);
    await files.before(operation);
  };
  const files: FakeFiles = {
    objects,
    asked: [],
    before: () => {},
    place: 'memory',
    async put(id, bytes) {
      await ask('put');
      objects.set(id, bytes);
    },
    async read(id, from, to) {
      await ask(`read ${from} ${to}`);
      return objects.get(id)!.subarray(from, to);
    },
    size: async (id) => objects.get(id)?.length,
    async remove(id) {
      await ask('remove');
      objects.delete(id);
    },
    close() {},
  };
  return files;
}

interface FilesWorld extends World {
  files: FakeFiles;
  writer: string;
  activityOf(tool: string): Promise<{ outcome: string }[]>;
}

async function openFilesWorld(): Promise<FilesWorld> {
  const files = createFakeFiles();
  const world = await createWorld({ files });
  const writer = await world.key(world.owner, 'write');
  const activityOf = async (tool: string) =>
    (await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 1000 }))).filter((row) => row.tool === tool);
  return { ...world, files, writer, activityOf };
}

async function download(
  { gateway, clock, orgId, owner }: World,
  itemId: string,
  version: number,
  start = 0,
  end?: number,
): Promise<Buffer> {
  const payload = { orgId, itemId, version, personId: owner.personId, keyId: null, expiresAt: clock.now + hourMs };
  const file = await openFileDownload(gateway, signDownload({ secret: gateway.settings.secret, payload }));
  if (!file) throw new Error('there is no such download');
  const pieces: Buffer[] = [];
  for await (const piece of file.read(start, end ?? file.sizeBytes)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('files outside of the database', () => {
  it('are stored between two transactions of one call, with one count in the limit and one row in the log (D13, D14)', async () => {
    await using world = await openFilesWorld();
    const answer = await world.call(world.writer, 'write_file', { name: 'a.bin', contentBase64 });
    expect(answer).toMatchObject({
      ok: true,
      value: { sizeBytes: bytes.length, versionCount: 1, created: true },
      rate: { remaining: 99_999 },
    });
    expect(world.files.asked).toEqual(['put']);
    const [[id, stored]] = [...world.files.objects] as [[string, Buffer]];
    expect(stored.equals(bytes)).toBe(true);
    expect(await world.store.read(() => world.store.contents.blob(id))).toHaveLength(0);
    expect(await world.activityOf('write_file')).toMatchObject([{ outcome: 'ok' }]);
  });

  it('are downloaded in parts, and exported whole', async () => {
    await using world = await openFilesWorld();
    const { id } = await world.ok(world.writer, 'write_file', { name: 'a.bin', contentBase64 });
    expect((await download(world, id, 1)).equals(bytes)).toBe(true);
    expect(world.files.asked.slice(1)).toEqual(['read 0 1048576', 'read 1048576 2097152', 'read 2097152 2500000']);
    expect((await download(world, id, 1, 99, 105)).equals(bytes.subarray(99, 105))).toBe(true);
    expect(world.files.asked.at(-1)).toBe('read 99 105');
    expect((await world.ok(world.owner, 'export_item', { itemId: id })).contentBase64).toBe(contentBase64);
    expect(await world.activityOf('export_item')).toHaveLength(1);
  });

  it('contain only bytes: texts of any size stay in the database', async () => {
    await using world = await openFilesWorld();
    const content = `first line\n${'x'.repeat(10 * 1024 * 1024)}\n`;
    const { id } = await world.ok(world.writer, 'write_file', { name: 'large.txt', content });
    await world.ok(world.writer, 'write_file', { fileId: id, content: 'small' });
    expect((await world.ok(world.writer, 'read_lines', { fileId: id, version: 1, limit: 1 })).text).toBe('first line\n');
    await world.ok(world.writer, 'restore_version', { fileId: id, version: 1 });
    expect((await world.ok(world.writer, 'read_lines', { fileId: id, limit: 1 })).text).toBe('first line\n');
    expect(world.files.asked).toEqual([]);
  });

  it('are not sent for a call that is refused or changes nothing (D19, D20)', async () => {
    await using world = await openFilesWorld();
    const { id } = await world.ok(world.writer, 'write_file', { name: 'a.bin', contentBase64 });
    expect((await world.ok(world.writer, 'write_file', { fileId: id, contentBase64 })).noop).toBe(true);
    const refused = (input: object) => world.refused(world.writer, 'write_file', { contentBase64: shortBase64, ...input });
    expect(await refused({ name: 'a.bin' })).toBe('invalid_request/duplicate_name');
    expect(await refused({ fileId: id, expectedVersionCount: 7 })).toBe('invalid_request/stale_version');
    expect(await refused({ fileId: 'file_none' })).toBe('invalid_request/no_such_item');
    expect(await world.refused(await world.key(world.owner, 'read'), 'write_file', { name: 'b', contentBase64 })).toBe('forbidden');
    expect(world.files.asked).toEqual(['put']);
  });

  it('are checked again after the upload: a faster writer keeps the name, and the bytes are swept a day later', async () => {
    await using world = await openFilesWorld();
    world.files.before = async () => {
      world.files.before = () => {};
      await world.ok(world.writer, 'write_file', { name: 'a.bin', content: 'a text that came in between' });
    };
    expect(await world.refused(world.writer, 'write_file', { name: 'a.bin', contentBase64 })).toBe('invalid_request/duplicate_name');
    const sweep = () => sweepObjects({ store: world.store, files: world.files, now: world.clock.now });
    world.clock.now += 24 * hourMs;
    expect([await sweep(), world.files.objects.size]).toEqual([0, 1]);
    world.clock.now += 1;
    expect([await sweep(), world.files.objects.size]).toEqual([1, 0]);
    expect(await sweep()).toBe(0);
  });

  it('leave nothing incomplete if they cannot be stored', async () => {
    await using world = await openFilesWorld();
    const { id } = await world.ok(world.writer, 'write_file', { name: 'a.bin', contentBase64: shortBase64 });
    const fault = new Error('the service is down');
    world.files.before = () => {
      throw fault;
    };
    expect(await world.refused(world.writer, 'write_file', { name: 'b.bin', contentBase64 })).toBe('internal_error');
    expect(await world.refused(world.writer, 'write_file', { fileId: id, contentBase64 })).toBe('internal_error');
    expect(world.reported.map(({ cause }) => cause)).toEqual([fault, fault]);
    expect((await world.ok(world.writer, 'list_files')).files).toMatchObject([{ id, versionCount: 1 }]);
    expect((await world.activityOf('write_file')).map(({ outcome }) => outcome)).toEqual(['internal_error', 'internal_error', 'ok']);
    await expect(download(world, id, 1)).rejects.toBe(fault);
    expect(await world.refused(world.owner, 'export_item', { itemId: id })).toBe('internal_error');
  });

  it('give an error if they are replaced during every read attempt', async () => {
    await using world = await openFilesWorld();
    const { id } = await world.ok(world.writer, 'write_file', { name: 'a.bin', contentBase64: shortBase64 });
    let version = 1;
    world.files.before = async (operation) => {
      const contentBase64 = Buffer.from([0, ++version]).toString('base64');
      if (operation.startsWith('read')) await world.ok(world.writer, 'write_file', { fileId: id, contentBase64 });
    };
    expect(await world.refused(world.owner, 'export_item', { itemId: id })).toBe('internal_error');
    expect(world.files.asked.filter((operation) => operation.startsWith('read'))).toHaveLength(4);
    expect(await world.activityOf('export_item')).toMatchObject([{ outcome: 'internal_error' }]);
  });

  it('are not returned if they differ from the stored checksum', async () => {
    await using world = await openFilesWorld();
    const { id } = await world.ok(world.writer, 'write_file', { name: 'a.bin', contentBase64: shortBase64 });
    for (const object of world.files.objects.values()) object[0] = 9;
    expect(await world.refused(world.owner, 'export_item', { itemId: id })).toBe('internal_error');
    expect(world.reported.map(({ cause }) => (cause as Error).message)).toEqual([expect.stringContaining('does not match its checksum')]);
  });

  it('are referenced by a restored version, not copied', async () => {
    await using world = await openFilesWorld();
    const { id } = await world.ok(world.writer, 'write_file', { name: 'a.bin', contentBase64 });
    await world.ok(world.writer, 'write_file', { fileId: id, contentBase64: shortBase64 });
    expect(await world.ok(world.writer, 'restore_version', { fileId: id, version: 1 })).toEqual({ versionCount: 3 });
    expect(await world.ok(world.writer, 'restore_version', { fileId: id, version: 1 })).toEqual({ versionCount: 3 });
    expect(world.files.asked).toEqual(['put', 'put']);
    expect((await download(world, id, 3)).equals(bytes)).toBe(true);
  });

  it('stay during the trash, and are removed by the purge (D27)', async () => {
    await using world = await openFilesWorld();
    const { id } = await world.ok(world.writer, 'write_file', { name: 'a.bin', contentBase64 });
    await world.ok(world.writer, 'restore_version', { fileId: id, version: 1 });
    await world.ok(world.writer, 'delete_file', { fileId: id });
    await world.ok(world.owner, 'restore_item', { itemId: id });
    expect((await download(world, id, 1)).equals(bytes)).toBe(true);
    await world.ok(world.writer, 'delete_file', { fileId: id });
    await world.ok(world.owner, 'purge_item', { itemId: id });
    expect(world.files.objects.size).toBe(0);
  });

  it('are recorded for later removal if they cannot be removed, and the purge succeeds', async () => {
    await using world = await openFilesWorld();
    const { id } = await world.ok(world.writer, 'write_file', { name: 'a.bin', contentBase64 });
    await world.ok(world.writer, 'delete_file', { fileId: id });
    world.files.before = () => {
      throw new Error('the service is down');
    };
    expect(await world.ok(world.owner, 'purge_item', { itemId: id })).toEqual({ ok: true });
    expect(world.reported).toHaveLength(1);
    expect(world.files.objects.size).toBe(1);
    world.files.before = () => {};
    expect(await sweepObjects({ store: world.store, files: world.files, now: world.clock.now })).toBe(1);
    expect(world.files.objects.size).toBe(0);
  });
});

it('a restored version of a file in the database also refers to the existing bytes', async () => {
  await using world = await createWorld();
  const key = await world.key(world.owner, 'write');
  const { id } = await world.ok(key, 'write_file', { name: 'a.bin', contentBase64 });
  await world.ok(key, 'write_file', { fileId: id, contentBase64: shortBase64 });
  await world.ok(key, 'restore_version', { fileId: id, version: 1 });
  const blobs = await world.store.read(function* () {
    const numbers = [1, 2, 3];
    const found: (string | null | undefined)[] = [];
    for (const number of numbers) found.push((yield* world.store.versions.find(world.orgId, id, number))?.blobId);
    return found;
  });
  expect(blobs[2]).toBe(blobs[0]);
  expect(blobs[1]).not.toBe(blobs[0]);
  expect((await download(world, id, 3)).equals(bytes)).toBe(true);
});
