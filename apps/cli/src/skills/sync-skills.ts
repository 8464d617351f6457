import { listRemoteSkills, type RemoteSkills, readVersion } from './remote-skills.ts';
import { sendLocalEdits } from './send-edits.ts';
import {
  type FileHashes,
  type FolderFile,
  hashesOf,
  hasSkillFolder,
  readSkillFolder,
  recover,
  removeSkillFolder,
  replaceSkillFolder,
  saveConflicts,
  UnsafePlace,
} from './skill-folder.ts';
import type { SyncOptions, SyncReport } from './sync-report.ts';
import { type KnownSkill, readState, type SyncState, writeState } from './sync-state.ts';

/** One run: sends what was edited here, removes what is gone, writes what is new. Every step leaves a state that the next run goes on from. */
export async function syncSkills(options: SyncOptions): Promise<SyncReport> {
  const { client, gateway, target, now } = options;
  const state = readState(target, gateway);
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
  report.conflicts.push(...recover(target, (name) => state.written[name]?.files ?? {}));
  const remote = await listRemoteSkills(client, state, now());
  Object.assign(state, { known: remote.known });
  for (const name of Object.keys(state.written)) {
    await guarded(report, name, () => sendLocalEdits({ ...options, state, report }, name));
    writeState(target, state);
  }
  const wanted = chooseSkills(options, state, report);
  for (const name of others(state, report, wanted)) {
    await guarded(report, name, async () => removeSkill(options, state, report, name));
    writeState(target, state);
  }
  for (const [name, skill] of wanted) {
    await guarded(report, name, () => writeSkill(options, { state, report, remote }, skill));
    writeState(target, state);
  }
  // Only now: a run that was killed asks again for what it has not written.
  writeState(target, { ...state, updatedSince: remote.updatedSince ?? state.updatedSince, listedAt: remote.listedAt });
  return report;
}

/** An unsafe place stops only its own skill. */
async function guarded(report: SyncReport, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnsafePlace)) throw error;
    if (!report.refused.some((one) => one.name === name)) report.refused.push({ name, why: error.message });
  }
}

/** The skill that each name stands for. */
function chooseSkills({ only, target }: SyncOptions, state: SyncState, report: SyncReport): Map<string, KnownSkill> {
  const seen = Object.values(state.known).filter((skill) => only === undefined || isIn(skill, only));
  const byName = Map.groupBy(seen, ({ name }) => name);
  const chosen = new Map<string, KnownSkill>();
  for (const [name, skills] of byName) {
    const [skill] = skills;
    if (skills.length > 1) {
      const named = skills.map(({ id, folderName }) => `${name} in ${folderName ?? 'no folder'} (${id})`);
      report.duplicates.push({ name, skills: named.toSorted() });
    } else if (skill && !state.written[name] && hasSkillFolder(target, name)) {
      report.refused.push({ name, why: 'a folder of this name is already there, and did not come from Gatehouse' });
    } else if (skill) chosen.set(name, skill);
  }
  return chosen;
}

/** Whether a skill is in a folder of the workspace that is named by its name or identifier. */
export function isIn({ folderId, folderName }: KnownSkill, named: string): boolean {
  return folderId !== null && (folderId === named || folderName === named);
}

/** Written skills that are gone, that the key no longer sees, or that have another name now. Skills that share a name stay. */
function others(state: SyncState, report: SyncReport, wanted: ReadonlyMap<string, KnownSkill>): string[] {
  const held = new Set([...report.duplicates, ...report.refused].map(({ name }) => name));
  return Object.keys(state.written).filter((name) => wanted.get(name)?.id !== state.written[name]?.id && !held.has(name));
}

function removeSkill({ target }: SyncOptions, state: SyncState, report: SyncReport, name: string): void {
  report.conflicts.push(...removeSkillFolder(target, name, state.written[name]?.files ?? {}));
  delete state.written[name];
  report.removed.push(name);
}

interface Writing {
  state: SyncState;
  report: SyncReport;
  remote: RemoteSkills;
}

async function writeSkill(options: SyncOptions, writing: Writing, skill: KnownSkill): Promise<void> {
  const { client, target, executable } = options;
  const { state, report, remote } = writing;
  const { id, name, versionCount } = skill;
  const here = state.written[name];
  const pinned = state.pinned[id];
  const version = pinned ?? versionFor(skill, options.trust);
  if (pinned === undefined && version !== versionCount && (here?.version ?? 0) < versionCount)
    report.waiting.push({ name, version: versionCount, here: here?.version ?? version });
  if (version === null) return;
  const local = here && readSkillFolder(target, name);
  // What was sent from here is newer than the reviewed version, and stays.
  const isThere = local !== undefined && (pinned === undefined ? (here?.version ?? 0) >= version : here?.version === pinned);
  if (isThere) return;
  const found = (version === versionCount ? remote.contents.get(id) : undefined) ?? (await readVersion(client, id, version));
  const files = found.map((file) => ({ ...file, executable: executable && file.executable }));
  if (!(await isAllowed(options, writing, skill, found))) return;
  const expected: FileHashes = local ? hashesOf(local.files) : {};
  if (local) report.conflicts.push(...saveConflicts(target, name, unsentEdits(local.files, here?.files ?? {}, files)));
  report.conflicts.push(...replaceSkillFolder(target, name, files, expected));
  state.written[name] = { id, version, previous: here?.version, files: hashesOf(files) };
  report.written.push({ name, version });
}

/** The version to have here: the newest that a person has reviewed; of a trusted folder, the newest. */
function versionFor({ reviewed, reviewedVersion, versionCount, ...skill }: KnownSkill, trust: readonly string[]): number | null {
  if (reviewed || trust.some((named) => isIn({ reviewed, reviewedVersion, versionCount, ...skill }, named))) return versionCount;
  return reviewedVersion;
}

/** Edits that could not be sent and are missing from the version about to be written. */
function unsentEdits(local: readonly FolderFile[], base: FileHashes, next: readonly FolderFile[]): FolderFile[] {
  const [hashes, coming] = [hashesOf(local), hashesOf(next)];
  return local.filter(({ path }) => {
    const hash = hashes[path]?.sha256;
    return hash !== base[path]?.sha256 && hash !== coming[path]?.sha256;
  });
}

async function isAllowed(
  { confirm }: SyncOptions,
  { state, report }: Writing,
  skill: KnownSkill,
  files: readonly FolderFile[],
): Promise<boolean> {
  const scripts = files.filter(isScript).map(({ path }) => path);
  if (scripts.length === 0 || state.confirmed.includes(skill.id)) return true;
  if (!(await confirm(skill, scripts))) {
    report.unconfirmed.push({ name: skill.name, scripts });
    return false;
  }
  state.confirmed.push(skill.id);
  return true;
}

function isScript({ path, bytes, executable }: FolderFile): boolean {
  return executable || path.startsWith('scripts/') || bytes.subarray(0, 2).toString('latin1') === '#!';
}
