import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendLocalEdits } from './send-edits.ts';
import { openState } from './sync-state.ts';

let target: string;
beforeEach(() => {
  target = mkdtempSync(path.join(tmpdir(), 'gatehouse-edits-'));
  mkdirSync(path.join(target, 'plan'));
  writeFileSync(path.join(target, 'plan/SKILL.md'), '---\nname: plan\ndescription: Edited.\n---\n');
});
afterEach(() => rmSync(target, { recursive: true }));

it('does not report a connection fault as refused edits', async () => {
  const open = openState(target, 'https://gate.test');
  const written = { id: 'file_1', version: 2, files: {} };
  open.note({ written: { plan: written } });
  const skill = { id: 'file_1', name: 'plan', folderId: null, folderName: null, versionCount: 2, reviewed: true, reviewedVersion: 2 };
  open.state.known = { file_1: skill };
  const lost = new TypeError('the connection was lost');
  const client = { writeSkill: () => Promise.reject(lost) };
  const report = { refused: [], sent: [] };
  const sending = { target, executable: false, open, report, client } as unknown as Parameters<typeof sendLocalEdits>[0];
  await expect(sendLocalEdits(sending, 'plan')).rejects.toBe(lost);
  expect([report, open.state.written.plan]).toEqual([{ refused: [], sent: [] }, written]);
});
