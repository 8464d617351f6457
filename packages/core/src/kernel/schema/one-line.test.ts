import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { oneLineOfJson } from './one-line.ts';

const value = { text: 'a\u2028b\u2029c\u0085d\ne\rf "\\u2028" 🚪', '\u2028key': 1 };

it('is one line even for readers that split lines at every Unicode separator, with the same value', async () => {
  const input = new PassThrough();
  const lines: string[] = [];
  const reader = createInterface({ input }).on('line', (line) => lines.push(line));
  input.end(`${oneLineOfJson(JSON.stringify(value))}\n`);
  await new Promise((closed) => reader.once('close', closed));
  expect(lines.map((line) => JSON.parse(line))).toEqual([value]);
  expect(oneLineOfJson(JSON.stringify(value))).toMatch(/^[^\u0085\u2028\u2029]+$/);
});

it('leaves all other text unchanged', () => {
  const json = JSON.stringify({ text: 'häü 😀 \u2027\u202a', n: [1] });
  expect(oneLineOfJson(json)).toBe(json);
});
