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

it.each([false, true])('a server that is killed while it sets up is set up or is not (answered: %s) (D40)', async (killWhenAnswered) => {
  expect(await killSetUp(folder, killWhenAnswered)).toEqual([]);
});

it('a server that is killed within sign-in operations leaves nothing half done, and a used link used (D38, D40)', async () => {
  const { answered, wrong } = await killSignIns(folder, 5);
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(5);
});

it('a server that is killed within the steps by which clients sign in leaves no grant half there (D46)', async () => {
  const { answered, wrong } = await killGrants(folder, 6);
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(6);
});

it('a server that is killed while people change how they sign in leaves each change done or not done (D38, D54)', async () => {
  const { answered, wrong } = await killWaysIn(folder, 6);
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(6);
});
