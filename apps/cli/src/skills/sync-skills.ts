import { GatehouseError } from '@gatehouse/client';
import { chooseSkills } from './choose-skills.ts';
import { listConflicts } from './conflicts.ts';
import { UnsafePlace } from './places.ts';
import { recoverFolders } from './recover-folders.ts';
import { listRemoteSkills } from './remote-skills.ts';
import { isRefusal, sendLocalEdits } from './send-edits.ts';
import { removeSkillFolder } from './swap-folder.ts';
import type { SyncOptions, SyncReport } from './sync-report.ts';
import { openState } from './sync-state.ts';
import { writeSkills } from './write-skills.ts';

/**
 * Performs one run: sends edits made here, removes deleted skills, and writes new versions. A run that is killed leaves a state from which
 * the next one continues.
 */
export async function syncSkills(options: SyncOptions): Promise<SyncReport> {
  const { client, gateway, target, now } = options;
  const open = openState(target, gateway);
  const { state, note } = open;
  const report: SyncReport = {
    written: [],
    sent: [],
    removed: [],
    waiting: [],
    unconfirmed: [],
    duplicates: [],
    refused: [],
    conflicts: [],
  };
  const stopped = new Set<string>();
  const guarded = (name: string, work: () => Promise<void>) => guardedBy({ report, stopped }, name, work);
  await recoverFolders(target, open, guarded);
  const remote = await listRemoteSkills(client, state, now());
  state.known = remote.known;
  for (const name of Object.keys(state.written)) await guarded(name, () => sendLocalEdits({ ...options, open, report }, name));
  const chosen = await chooseSkills(options, { state, report, remote, stopped });
  const held = new Set([...stopped, ...report.duplicates.map(({ name }) => name)]);
  const wanted = new Map(chosen.map(({ name, skill }) => [name, skill.id]));
  for (const [name, { id, files }] of Object.entries(state.written)) {
    // Removes skills that were deleted, that the key can no longer see, or that have another name now.
    if (held.has(name) || wanted.get(name) === id) continue;
    await guarded(name, async () => {
      removeSkillFolder(target, name, files);
      note({ written: { [name]: null } });
      report.removed.push(name);
    });
  }
  await writeSkills(options, { open, report, remote }, chosen, guarded);
  // Saves the position only now, so that the run after a killed one requests the unwritten skills again.
  const { updatedSince = state.updatedSince, listedAt, pages } = remote;
  Object.assign(state, { updatedSince, listedAt, pages });
  open.save();
  report.conflicts.push(...listConflicts(target));
  return report;
}

interface Guarded {
  report: SyncReport;
  /** Skills that stay as they are for the rest of the run. */
  stopped: Set<string>;
}

/** Runs work on one skill. An unsafe place or a refusal of the gateway stops only this skill. */
async function guardedBy({ report, stopped }: Guarded, name: string, work: () => Promise<void>): Promise<void> {
  if (stopped.has(name)) return;
  try {
    await work();
  } catch (error) {
    if (!isOfOneSkill(error)) throw error;
    stopped.add(name);
    report.refused.push({ name, why: error.message });
  }
}

function isOfOneSkill(error: unknown): error is Error {
  return error instanceof UnsafePlace || (error instanceof GatehouseError && isRefusal(error));
}
