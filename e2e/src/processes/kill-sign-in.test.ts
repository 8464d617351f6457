import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { killGrants } from './kill-grants.ts';
import { killSetUp, killSignIns } from './kill-sign-in.ts';
import { killWaysIn } from './kill-ways-in.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-kill-sign-in-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([false, true])(
  'a server that is killed during set-up is set up completely or not at all (answered: %s) (D40)',
  async (killWhenAnswered) => {
    expect(await killSetUp(folder, killWhenAnswered)).toEqual([]);
  },
);

it('a server that is killed during sign-in operations leaves nothing half done, and a used link stays used (D38, D40)', async () => {
  const { answered, wrong } = await killSignIns(folder, 5);
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(5);
});

it('a server that is killed during the sign-in of clients leaves no incomplete grant (D46)', async () => {
  const { answered, wrong } = await killGrants(folder, 6);
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(6);
});

it('a server that is killed during changes of ways to sign in makes each change completely or not at all (D38, D54)', async () => {
  const { answered, wrong } = await killWaysIn(folder, 6);
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(6);
});
