import type { Client } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { createRedactor } from '../../kernel/redact.ts';
import { listAllTools } from './list-tools.ts';
import { nameAtService } from './read-tool.ts';

const redactor = createRedactor([]);
const options = { signal: new AbortController().signal, timeout: 1000 };

/** A server whose listing has these pages, each of which leads to the next; the last one to itself. */
function serverOf(...pages: unknown[][]) {
  let asked = 0;
  const request = async ({ params }: { params: { cursor?: string } }) => {
    asked += 1;
    const page = Number(params.cursor ?? 0);
    return { tools: pages[page], nextCursor: `${Math.min(page + 1, pages.length - 1)}` };
  };
  const client = { getServerCapabilities: () => ({ tools: {} }), request } as unknown as Client;
  return { client, asked: () => asked };
}

it('names each tool that cannot be called on one line of at most 200 characters', async () => {
  const names = ['x'.repeat(201), ' ', 7];
  const { client } = serverOf(
    names.map((name) => ({ name })),
    [],
  );
  const { tools, leftOut = [] } = await listAllTools(client, redactor, options);
  const unnamed = 'a tool without a name';
  expect([tools, leftOut.map(({ operation }) => operation)]).toEqual([[], ['x'.repeat(200), unnamed, unnamed]]);
});

it('numbers changed names that clash, and leaves unchanged names alone', async () => {
  const { client } = serverOf([{ name: 'a b' }, { name: 'a\tb' }, { name: 'a_b' }], []);
  const { tools } = await listAllTools(client, redactor, options);
  expect(tools.map((tool) => [tool.name, nameAtService(tool)])).toEqual([
    ['a_b_2', 'a b'],
    ['a_b_3', 'a\tb'],
    ['a_b', 'a_b'],
  ]);
});

it('reads every page, and none twice', async () => {
  const { client, asked } = serverOf([{ name: 'a' }], [{ name: 'b' }], [{ name: 'c' }]);
  const { tools } = await listAllTools(client, redactor, options);
  expect([tools.map(({ name }) => name), asked()]).toEqual([['a', 'b', 'c'], 3]);
});
