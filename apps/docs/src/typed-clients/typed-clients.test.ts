import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../reference/source/syntax.ts';
import { makeTypedClients } from './typed-clients.ts';

it('finds the clients as the tools are now', () => {
  const stale = [...makeTypedClients()].filter(([file, text]) => readFileSync(path.join(root, file), 'utf8') !== text);
  expect(
    stale.map(([file]) => file),
    'Run "npx -y pnpm@12 docs:reference" and commit what it writes.',
  ).toEqual([]);
});
