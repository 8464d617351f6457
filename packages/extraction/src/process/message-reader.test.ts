import { expect, it } from 'vitest';
import { createMessageReader } from './message-reader.ts';

const message = (name: string, body: string) => Buffer.from(`${JSON.stringify({ name, sizeBytes: body.length })}\n${body}`);
const all = Buffer.concat([message('a', ''), message('b', 'bytes\nof b'), message('c', ''), message('d', 'of d')]);

it.each([1, 7, 30, all.length])('reads the same messages in pieces of %i bytes', (size) => {
  const read: string[] = [];
  const take = createMessageReader<{ name: string; sizeBytes: number }>(100, ({ head, body }) => read.push(`${head.name} ${body}`));
  for (let at = 0; at < all.length; at += size) take(all.subarray(at, at + size));
  expect(read).toEqual(['a ', 'b bytes\nof b', 'c ', 'd of d']);
});

it('refuses a message above the length limit, and one without a head', () => {
  expect(() => createMessageReader(3, () => {})(message('a', 'long'))).toThrow('a message has 4 bytes');
  expect(() => createMessageReader(3, () => {})(Buffer.alloc(5000, 'x'))).toThrow('a message has no head');
});
