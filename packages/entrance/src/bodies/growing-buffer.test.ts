import { describe, expect, it } from 'vitest';
import { createGrowingBuffer } from './growing-buffer.ts';

const mebibyte = 1024 * 1024;
const create = (most = Number.POSITIVE_INFINITY, take = (_bytes: number) => true) => createGrowingBuffer({ take, most });

describe('a growing buffer', () => {
  it.each([1, 2, 7, 4095, 4096, 4097, 70_000, 3 * mebibyte])('returns content that came in chunks of %i bytes', (size) => {
    const sent = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const buffer = create();
    for (let at = 0; at < sent.length; at += size)
      if (!buffer.append(Buffer.from(sent.subarray(at, at + size)))) expect.unreachable('there is room');
    expect(buffer.whole().equals(sent)).toBe(true);
  });

  it('holds at most twice its bytes, and 4 KiB for a small content', () => {
    const buffer = create();
    const chunk = Buffer.alloc(1);
    for (let size = 1; size <= 300_000; size++) {
      buffer.append(chunk);
      if (buffer.held > Math.max(4096, size * 2)) expect.unreachable(`${buffer.held} bytes are held of ${size}`);
    }
  });

  it('holds at most a mebibyte more than its bytes if there are many', () => {
    const buffer = create();
    for (let size = 0; size < 20 * mebibyte; size += 65_536) buffer.append(Buffer.alloc(65_536));
    buffer.append(Buffer.alloc(1));
    expect(buffer.held).toBeLessThanOrEqual(21 * mebibyte + 1);
  });

  it('holds no more than the expected length', () => {
    const buffer = create(5000);
    buffer.append(Buffer.alloc(4096));
    buffer.append(Buffer.alloc(904));
    expect(buffer.held).toBe(5000);
  });

  it('takes nothing of a chunk that there is no room for', () => {
    let room = 4096;
    const buffer = create(Number.POSITIVE_INFINITY, (bytes) => bytes <= room && (room -= bytes) >= 0);
    expect(buffer.append(Buffer.from('abc'))).toBe(true);
    expect(buffer.append(Buffer.alloc(5000))).toBe(false);
    expect([buffer.held, buffer.whole().toString()]).toEqual([4096, 'abc']);
  });

  it('frees its memory, and that of large chunks, immediately', async () => {
    const measure = () => {
      const before = process.memoryUsage().arrayBuffers;
      const taken = () => process.memoryUsage().arrayBuffers - before;
      const buffer = create();
      for (let count = 0; count < 320; count++) buffer.append(Buffer.allocUnsafeSlow(65_536));
      const held = taken();
      buffer.free();
      return { held, left: taken() };
    };
    // Collecting garbage from earlier tests would disturb a measurement, so another one is taken.
    await expect
      .poll(measure)
      .toSatisfy(({ held, left }) => held > 15 * mebibyte && held < 24 * mebibyte && left < 4 * mebibyte && left > -mebibyte);
  });

  it('keeps a copy of the chunk', () => {
    const buffer = create();
    const chunk = Buffer.from('abc');
    buffer.append(chunk);
    chunk.fill('x');
    expect(buffer.whole().toString()).toBe('abc');
  });
});
