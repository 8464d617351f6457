import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostilePaths } from '@gatehouse/core/testing';
import { expect, it } from 'vitest';
import type { Workspace } from '../workspace/workspace.ts';
import { exportWorkspace } from './export-workspace.ts';

/** A workspace with one skill, whose only file beside SKILL.md has this path. */
function workspaceWith(at: string): Workspace {
  const answers: Record<string, object> = {
    list_folders: { folders: [], nextCursor: null },
    list_docs: { docs: [], nextCursor: null },
    list_files: { files: [], nextCursor: null },
    list_skills: { skills: [{ id: 'skill_1', name: 'hostile', folderId: null }], nextCursor: null },
    export_item: { contentBase64: '', files: [{ path: at, contentBase64: 'eA==', executable: true }] },
  };
  return { call: async (tool: string) => answers[tool] } as unknown as Workspace;
}

it('writes no file of a skill outside its folder, even from a tampered database (D72.2)', async () => {
  const outer = mkdtempSync(path.join(tmpdir(), 'gatehouse-export-'));
  try {
    for (const [index, [at]] of hostilePaths.entries()) {
      const target = path.join(outer, `${index}`, 'here');
      await expect(
        exportWorkspace(workspaceWith(at), target, () => {}),
        JSON.stringify(at),
      ).rejects.toThrow('the path ');
      expect(readdirSync(path.join(outer, `${index}`), { recursive: true }).toSorted()).toEqual([
        'here',
        'here/hostile',
        'here/hostile/SKILL.md',
      ]);
    }
    expect(readdirSync(outer)).toHaveLength(hostilePaths.length);
  } finally {
    rmSync(outer, { recursive: true });
  }
});
