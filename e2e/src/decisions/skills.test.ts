import { expect, it } from 'vitest';
import { forEachEntrance } from '../entrances/index.ts';
import { type Loose, openWorld } from '../kit/world.ts';

const main = '---\nname: report\ndescription: Writes reports.\n---\n# Steps\n';
const mebibyte = 1024 * 1024;
// Repeats a prime number of bytes, so that no two pieces that are sent or stored are equal.
const large = Buffer.alloc(15 * mebibyte, Buffer.from(Array.from({ length: 65_537 }, (_, index) => (index * 7 + (index >> 8)) & 255)));
const largeBase64 = large.toString('base64');

forEachEntrance((kind) => {
  it('a skill of nearly 16 MiB is written in one call, and all its bytes are returned (D17, D72)', async () => {
    await using world = await openWorld();
    await using entrance = kind.open(world);
    const { key } = await world.createKey(world.owner, 'write');
    const call = (tool: string, input: object) => entrance.call(tool, input, { key });
    const files = [
      { path: 'assets/large.bin', contentBase64: largeBase64 },
      { path: 'references/Größe 文件.md', content: '\ufeff\r\n\u0001\u2028 text' },
      { path: 'scripts/run', content: '#!/bin/sh\n', executable: true },
    ];
    const { value } = await call('write_skill', { content: main, files });
    expect(value).toMatchObject({ versionCount: 1, fileCount: 4 });
    const addresses = new Map<string, string>();
    const found = new Map<string, { bytes: Buffer; executable: boolean }>();
    for (let cursor: string | undefined; cursor !== null; ) {
      const page: Loose = (await call('read_skill_files', { fileId: value.id, cursor })).value;
      for (const { path, content, contentBase64, executable, downloadUrl } of page.files) {
        if (downloadUrl !== undefined) addresses.set(path, downloadUrl);
        const part = content === undefined ? Buffer.from(contentBase64, 'base64') : Buffer.from(content);
        found.set(path, { bytes: Buffer.concat([found.get(path)?.bytes ?? Buffer.alloc(0), part]), executable });
      }
      cursor = page.nextCursor;
    }
    expect([...found.keys()]).toEqual(['SKILL.md', 'assets/large.bin', 'references/Größe 文件.md', 'scripts/run']);
    expect(found.get('assets/large.bin')?.bytes.equals(large)).toBe(true);
    expect(found.get('references/Größe 文件.md')?.bytes.toString()).toBe('\ufeff\r\n\u0001\u2028 text');
    expect([...found.values()].map(({ executable }) => executable)).toEqual([false, false, false, true]);
    // A file that is binary or too large for one answer can be downloaded (D72.17).
    expect([...addresses.keys()]).toEqual(['assets/large.bin']);
    const { downloadUrl } = (await call('read_file', { fileId: value.id, path: 'assets/large.bin' })).value;
    for (const address of [addresses.get('assets/large.bin'), downloadUrl]) {
      const response = await fetch(address);
      expect(response.headers.get('content-disposition')).toContain('filename="large.bin"');
      expect(Buffer.from(await response.arrayBuffer()).equals(large)).toBe(true);
    }
    const tooLarge = [{ path: 'more.bin', contentBase64: Buffer.alloc(mebibyte + 1).toString('base64') }];
    expect((await call('write_skill', { fileId: value.id, files: tooLarge })).code).toBe('invalid_request');
    expect((await call('read_file', { fileId: value.id })).value.versionCount).toBe(1);
  });
});
