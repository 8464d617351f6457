import { expect, it } from 'vitest';
import { readEvents, type StreamEvent } from './read-events.ts';

const tooLong = () => new Error('too long');

async function read(text: string, size = text.length, longest = 1000): Promise<StreamEvent[]> {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
  const body = ReadableStream.from(chunks) as ReadableStream<Uint8Array>;
  const events: StreamEvent[] = [];
  for await (const event of readEvents(body, longest, tooLong)) events.push(event);
  return events;
}

const text =
  'event: endpoint\r\ndata: /messages?id=1\r\n\r\n: a comment\n\ndata: {"ä":\ndata: 1}\nid: 7\n\rdata:x\r\rdata: the end is missing';

it.each([1, 2, 3, 7, 1000])('reads events with any line ending, in pieces of %i bytes', async (size) => {
  expect(await read(text, size)).toEqual([
    { event: 'endpoint', data: '/messages?id=1' },
    { event: 'message', data: '{"ä":\n1}' },
    { event: 'message', data: 'x' },
  ]);
});

it('takes time in proportion to an event that comes in many pieces', async () => {
  const cost = async (length: number): Promise<number> => {
    const stream = `data: ${'x'.repeat(length)}\n\n`;
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3; round++) {
      const began = process.threadCpuUsage();
      expect(await read(stream, 64, 2 * length)).toHaveLength(1);
      const { user, system } = process.threadCpuUsage(began);
      least = Math.min(least, (user + system) / 1000);
    }
    return least;
  };
  const short = await cost(256 * 1024);
  expect(await cost(1024 * 1024)).toBeLessThan(Math.max(60, 8 * short));
});

it('gives up an event that is too long, on one line or several', async () => {
  await expect(read(`data: ${'x'.repeat(2000)}`, 100)).rejects.toThrow('too long');
  await expect(read('data: x\n'.repeat(300), 100)).rejects.toThrow('too long');
  expect(await read('data: x\n\n'.repeat(300), 100)).toHaveLength(300);
});
