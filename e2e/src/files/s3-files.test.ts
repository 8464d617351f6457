import { describe, expect, it } from 'vitest';
import { forEachEngine } from '../kit/engines.ts';
import { openS3Desk } from './s3-world.ts';

const bytes = Buffer.from(Array.from({ length: 2_500_000 }, (_, index) => (index * 7) % 251));
const contentBase64 = bytes.toString('base64');
const shortBase64 = Buffer.from([0, 1, 2]).toString('base64');

async function bytesAt(url: string, range?: string): Promise<{ status: number; bytes: Buffer }> {
  const answer = await fetch(url, { headers: range === undefined ? {} : { Range: range } });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('files in S3-compatible storage', () => {
  forEachEngine((engine) => {
    it('are there from the write to the purge (D19, D24, D27)', async () => {
      await using desk = await openS3Desk({ engine });
      const { id, versionCount } = await desk.ok('write_file', { name: 'a.bin', contentBase64 });
      expect(versionCount).toBe(1);
      expect([...desk.s3.objects.values()].map((object) => object.equals(bytes))).toEqual([true]);
      const { downloadUrl, content, sizeBytes } = await desk.ok('read_file', { fileId: id });
      expect([content, sizeBytes]).toEqual([null, bytes.length]);
      const whole = await bytesAt(downloadUrl);
      expect([whole.status, whole.bytes.equals(bytes)]).toEqual([200, true]);
      expect(await bytesAt(downloadUrl, 'bytes=1048570-1048580')).toEqual({ status: 206, bytes: bytes.subarray(1_048_570, 1_048_581) });
      expect((await bytesAt(downloadUrl, 'bytes=-5')).bytes).toEqual(bytes.subarray(-5));

      expect((await desk.ok('write_file', { fileId: id, contentBase64 })).noop).toBe(true);
      await desk.ok('write_file', { fileId: id, contentBase64: shortBase64 });
      await desk.ok('restore_version', { fileId: id, version: 1 });
      expect(desk.s3.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(2);
      const restored = await bytesAt((await desk.ok('read_file', { fileId: id })).downloadUrl);
      expect(restored.bytes.equals(bytes)).toBe(true);
      expect((await desk.as(desk.person, 'export_item', { itemId: id })).contentBase64).toBe(contentBase64);

      await desk.ok('delete_file', { fileId: id });
      expect((await bytesAt(downloadUrl)).status).toBe(404);
      await desk.as(desk.owner, 'restore_item', { itemId: id });
      expect((await bytesAt(downloadUrl)).bytes.equals(bytes)).toBe(true);
      await desk.ok('delete_file', { fileId: id });
      await desk.as(desk.owner, 'purge_item', { itemId: id });
      expect(desk.s3.objects.size).toBe(0);
      expect([desk.s3.refusals, desk.faults]).toEqual([[], []]);
      const row = (await desk.activity()).filter(({ tool }) => tool === 'write_file');
      expect(row.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
    });

    it.each([
      ['an error of the service', 500],
      ['a refusal', 403],
      ['a connection that breaks off', 'reset'],
      ['silence', 'silent'],
    ] as const)('%s gives a 500 that leaves nothing incomplete', async (_, fault) => {
      await using desk = await openS3Desk({ engine });
      const { id } = await desk.ok('write_file', { name: 'a.bin', contentBase64: shortBase64 });
      desk.s3.fail('PUT', fault, fault, fault);
      expect(await desk.refused('write_file', { fileId: id, contentBase64 })).toBe('internal_error');
      expect(await desk.ok('read_file', { fileId: id })).toMatchObject({ sizeBytes: 3, versionCount: 1 });
      expect(desk.faults).toMatchObject([{ message: expect.stringContaining('could not be stored in s3://bucket/acme/') }]);
      expect(desk.s3.objects.size).toBe(1);
      expect((await desk.activity())[1]).toMatchObject({ tool: 'write_file', outcome: 'internal_error', status: 500 });
    });

    it('one of many writers gets the name, and no version refers to missing bytes', async () => {
      await using desk = await openS3Desk({ engine });
      const writes = Array.from({ length: 8 }, (_, index) =>
        desk.reply('write_file', { name: 'a.bin', contentBase64: Buffer.from([0, index]).toString('base64') }),
      );
      const codes = (await Promise.all(writes)).map(({ code, reason }) => (code === 'ok' ? code : reason));
      expect(codes.sort()).toEqual([...Array(7).fill('duplicate_name'), 'ok']);
      const [file] = (await desk.ok('list_files')).files;
      const { status, bytes } = await bytesAt((await desk.ok('read_file', { fileId: file.id })).downloadUrl);
      expect([status, bytes.length, desk.faults]).toEqual([200, 2, []]);
    });
  });
});
