import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recoverFolders } from './recover-folders.ts';
import { type FileHashes, type FolderFile, sha256 } from './skill-folder.ts';
import { swapIn, writeDraft } from './swap-folder.ts';
import { openState } from './sync-state.ts';

let target: string;
beforeEach(() => {
  target = mkdtempSync(path.join(tmpdir(), 'gatehouse-recovery-'));
});
afterEach(() => rmSync(target, { recursive: true }));

function filesOf(words: string): FolderFile[] {
  const bytes = Buffer.from(`---\nname: plan\ndescription: ${words}\n---\n`);
  return [{ path: 'SKILL.md', bytes, executable: false }];
}

function hashesOf(files: readonly FolderFile[]): FileHashes {
  return Object.fromEntries(files.map(({ path: at, bytes, executable }) => [at, { sha256: sha256(bytes), executable }]));
}

it('removes the former folder after a run was killed right after replacing it, without a conflict', async () => {
  const [before, after] = [filesOf('before'), filesOf('after')];
  mkdirSync(path.join(target, 'plan'));
  writeFileSync(path.join(target, 'plan/SKILL.md'), before[0]?.bytes ?? '');
  const open = openState(target, 'https://gate.test');
  const draft = writeDraft(target, after);
  const skill = { id: 'file_1', version: 2, files: hashesOf(after) };
  open.note({ pending: { plan: { inode: draft.inode, skill, expected: hashesOf(before) } } });
  swapIn(target, 'plan', draft);
  await recoverFolders(target, open, async (_name, work) => await work());
  expect(readdirSync(target).sort()).toEqual(['.gatehouse-skills.steps', 'plan']);
  expect([{ ...open.state.written }, { ...open.state.pending }]).toEqual([{ plan: skill }, {}]);
});
