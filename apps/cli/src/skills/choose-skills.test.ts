import { expect, it } from 'vitest';
import { chooseSkills } from './choose-skills.ts';
import type { SyncOptions } from './sync-report.ts';

/** Chosen versions of two unreviewed skills, which are in different folders named Team. */
async function versionsOf(trust: string[], trusted: Record<string, string> = {}) {
  const skill = { folderName: 'Team', versionCount: 3, reviewed: false, reviewedVersion: null };
  const known = {
    skill_1: { ...skill, id: 'skill_1', name: 'one', folderId: 'folder_1' },
    skill_2: { ...skill, id: 'skill_2', name: 'two', folderId: 'folder_2' },
  };
  const state = { known, trusted, pinned: {}, written: {}, names: {} };
  const options = { trust, target: '/nowhere' } as unknown as SyncOptions;
  const choosing = { state, report: { refused: [], duplicates: [] }, stopped: new Set() } as unknown as Parameters<typeof chooseSkills>[1];
  const versions = (await chooseSkills(options, choosing)).map(({ version }) => version);
  return { versions, trusted };
}

it('trusts a folder by its identifier, even if another folder has that name', async () => {
  expect(await versionsOf(['folder_2'])).toEqual({ versions: [null, 3], trusted: {} });
});

it('trusts the folder that a name first referred to', async () => {
  const first = { Team: 'folder_1' };
  expect(await versionsOf(['Team'], first)).toEqual({ versions: [3, null], trusted: first });
});

it('refuses a name that two folders have', async () => {
  await expect(versionsOf(['Team'])).rejects.toThrow('2 folders are named "Team": give the ID of one, folder_1 or folder_2');
});

it('refuses a name that no folder has', async () => {
  expect(await versionsOf(['Other'])).toEqual({ versions: [null, null], trusted: {} });
});
