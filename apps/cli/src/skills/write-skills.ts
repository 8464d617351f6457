import { type ChosenSkill, isAtLeast } from './choose-skills.ts';
import { saveConflicts, unsentEdits } from './conflicts.ts';
import { type ReadVersion, type RemoteSkills, readVersion } from './remote-skills.ts';
import { type FolderFile, hashesOf, hasSkillMain, readSkillFolder } from './skill-folder.ts';
import { areAllowed, scriptsOf } from './skill-scripts.ts';
import { settleFormer, swapIn, writeDraft } from './swap-folder.ts';
import type { SyncOptions, SyncReport } from './sync-report.ts';
import type { KnownSkill, OpenState } from './sync-state.ts';

interface Writing {
  open: OpenState;
  report: SyncReport;
  remote: RemoteSkills;
}

/** A version that is not here yet. */
interface Missing extends ChosenSkill {
  version: number;
}

/** Maximum versions that are requested together. */
const skillsAtOnce = 40;

/** Writes the chosen versions that are not here. `guarded` keeps a skill that cannot be written from stopping the others. */
export async function writeSkills(
  options: SyncOptions,
  writing: Writing,
  chosen: readonly ChosenSkill[],
  guarded: (name: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const missing = chosen.filter((one): one is Missing => isMissing(options, writing, one));
  for (let begin = 0; begin < missing.length; begin += skillsAtOnce) {
    const some = missing.slice(begin, begin + skillsAtOnce);
    const reads = await Promise.allSettled(some.map((one) => contentsFor(options, writing, one)));
    for (const [index, one] of some.entries()) {
      await guarded(one.name, async () => {
        const read = reads[index];
        if (read?.status === 'rejected') throw read.reason;
        if (read) await writeSkill(options, writing, one, read.value);
      });
    }
  }
}

function isMissing({ target }: SyncOptions, { open, report }: Writing, { skill, name, version }: ChosenSkill): boolean {
  const { state } = open;
  const pinned = state.pinned[skill.id];
  const here = state.written[name];
  if (pinned === undefined && version !== skill.versionCount && (here?.version ?? 0) < skill.versionCount)
    report.waiting.push({ name, version: skill.versionCount, here: here?.version ?? version });
  if (version === null) return false;
  return here === undefined || !isAtLeast(here.version, version, pinned) || !hasSkillMain(target, name);
}

async function contentsFor({ client }: SyncOptions, { remote }: Writing, { skill, version }: Missing): Promise<ReadVersion> {
  const read = remote.contents.get(skill.id);
  return read?.version === version ? read : await readVersion(client, skill.id, version);
}

async function writeSkill(
  options: SyncOptions,
  writing: Writing,
  { skill, name, version }: Missing,
  { files }: ReadVersion,
): Promise<void> {
  const { target, executable } = options;
  const { open, report } = writing;
  if (!(await isAllowed(options, writing, skill, name, files))) return;
  const here = open.state.written[name];
  const local = readSkillFolder(target, name);
  const coming = files.map((file) => ({ ...file, executable: executable && file.executable }));
  const expected = hashesOf(local?.files ?? []);
  const next = hashesOf(coming);
  if (local) saveConflicts(target, name, unsentEdits(local.files, { hashes: expected, base: here?.files ?? {}, next }));
  const draft = writeDraft(target, coming);
  const written = { id: skill.id, version, previous: here?.version, files: next };
  open.note({ pending: { [name]: { inode: draft.inode, skill: written, expected } } });
  swapIn(target, name, draft);
  settleFormer(target, name, expected);
  open.note({ written: { [name]: written }, pending: { [name]: null } });
  report.written.push({ name, version });
}

async function isAllowed(
  { confirm }: SyncOptions,
  { open, report }: Writing,
  skill: KnownSkill,
  name: string,
  files: readonly FolderFile[],
): Promise<boolean> {
  const scripts = scriptsOf(files);
  if (!scripts) return true;
  const { state } = open;
  if (!areAllowed(state, skill, files, scripts) && !(await confirm(skill, scripts.paths))) {
    report.unconfirmed.push({ name, scripts: scripts.paths });
    return false;
  }
  if (state.scripts[skill.id] !== scripts.digest) open.note({ scripts: { [skill.id]: scripts.digest } });
  return true;
}
