import { GatehouseError } from '@gatehouse/client';
import { isSkillName, readFrontmatter, skillMain } from '@gatehouse/domain/skills';
import { CommandError } from '../kernel/faults.ts';
import { type RemoteSkills, readVersion } from './remote-skills.ts';
import { isRefusal } from './send-edits.ts';
import { type FolderFile, hasSkillFolder } from './skill-folder.ts';
import type { SyncOptions, SyncReport } from './sync-report.ts';
import type { KnownSkill, SyncState } from './sync-state.ts';

export interface ChosenSkill {
  skill: KnownSkill;
  /** Name of its folder, from this version. A newer version may have another name, which no person has reviewed. */
  name: string;
  /** The version to have here. Null if no person has reviewed one. */
  version: number | null;
}

interface Choosing {
  state: SyncState;
  report: SyncReport;
  remote: RemoteSkills;
  /** Skills that stay as they are. */
  stopped: Set<string>;
}

/** Chooses the skill for each name. */
export async function chooseSkills(options: SyncOptions, choosing: Choosing): Promise<ChosenSkill[]> {
  const { state, report, stopped } = choosing;
  const { only, target } = options;
  const trusted = trustedFolders(options.trust, state);
  const seen = Object.values(state.known).filter((skill) => only === undefined || isIn(skill, only));
  const named: ChosenSkill[] = [];
  for (const skill of seen) {
    const version = state.pinned[skill.id] ?? versionFor(skill, trusted);
    const name = await nameFor(options, choosing, skill, version);
    if (name !== undefined) named.push({ skill, name, version });
  }
  return [...Map.groupBy(named, (one) => one.name)].flatMap(([name, skills]) =>
    stopped.has(name) ? [] : (skillWith({ name, skills, target, state, report }) ?? []),
  );
}

interface SharedName extends Pick<Choosing, 'state' | 'report'> {
  name: string;
  skills: readonly ChosenSkill[];
  target: string;
}

/** Returns the skill to write under a name. If there is none, returns undefined and adds the reason to the report. */
function skillWith({ name, skills, target, state, report }: SharedName): ChosenSkill | undefined {
  if (!isSkillName(name)) {
    report.refused.push({ name, why: 'this is not a valid name of a skill' });
    return undefined;
  }
  if (!state.written[name] && hasSkillFolder(target, name)) {
    report.refused.push({ name, why: 'a folder with this name already exists and does not come from Gatehouse' });
    return undefined;
  }
  const { holder, others } = holderOf(skills, state.written[name]?.id);
  const competing = holder ? [holder, ...others] : others;
  if (others.length > 0) report.duplicates.push({ name, skills: competing.map(({ skill }) => describeSkill(skill)).toSorted() });
  return holder;
}

/**
 * Finds the skill that a name belongs to, and the others that compete for it. The skill in the directory keeps its name. An unreviewed
 * skill does not compete, because no version of it would be written. // D72
 */
function holderOf(skills: readonly ChosenSkill[], here: string | undefined): { holder: ChosenSkill | undefined; others: ChosenSkill[] } {
  const holder = skills.find(({ skill }) => skill.id === here);
  const others = skills.filter((one) => one !== holder && one.version !== null);
  if (holder || others.length > 1) return { holder, others };
  return { holder: others[0] ?? skills[0], others: [] };
}

function describeSkill({ id, name, folderName }: KnownSkill): string {
  return `${name} in ${folderName ?? 'no folder'} (${id})`;
}

/** The newest version that a person has reviewed. In a trusted folder, the newest version. */
function versionFor({ folderId, reviewed, reviewedVersion, versionCount }: KnownSkill, trusted: ReadonlySet<string>): number | null {
  return reviewed || (folderId !== null && trusted.has(folderId)) ? versionCount : reviewedVersion;
}

/** The name of a skill's folder. Undefined if the version cannot be read. */
async function nameFor(
  { client }: SyncOptions,
  { state, report, remote, stopped }: Choosing,
  skill: KnownSkill,
  version: number | null,
): Promise<string | undefined> {
  const { id, versionCount } = skill;
  const [nameHere, here] = Object.entries(state.written).find(([, written]) => written.id === id) ?? [];
  if (version === versionCount) return skill.name;
  // An edit that was sent from here is newer than the reviewed version, so it keeps its folder.
  if (here && nameHere !== undefined && isAtLeast(here.version, version, state.pinned[id])) return nameHere;
  if (version === null) return skill.name;
  const known = state.names[id];
  if (known?.version === version) return known.name;
  try {
    const read = await readVersion(client, id, version);
    remote.contents.set(id, read);
    const name = nameIn(read.files) ?? skill.name;
    state.names[id] = { version, name };
    return name;
  } catch (error) {
    if (!(error instanceof GatehouseError) || !isRefusal(error)) throw error;
    report.refused.push({ name: nameHere ?? skill.name, why: error.message });
    if (nameHere !== undefined) stopped.add(nameHere);
    return undefined;
  }
}

/** True if the version on disk stays: edits sent from here are newer than the reviewed version. */
export function isAtLeast(here: number, version: number | null, pinned: number | undefined): boolean {
  return pinned === undefined ? version === null || here >= version : here === pinned;
}

/** The name that a version of a skill gives itself. */
function nameIn(files: readonly FolderFile[]): string | undefined {
  const main = files.find(({ path }) => path === skillMain);
  const name = main && readFrontmatter(main.bytes.toString('utf8'))?.name;
  return typeof name === 'string' ? name : undefined;
}

/** True if a skill is in the workspace folder with this name or identifier. */
function isIn({ folderId, folderName }: KnownSkill, named: string): boolean {
  return folderId !== null && (folderId === named || folderName === named);
}

/** The identifiers of trusted folders. A name keeps its first folder: another folder can have the same name later. */
function trustedFolders(trust: readonly string[], state: SyncState): Set<string> {
  const skills = Object.values(state.known);
  const trusted = new Set<string>();
  for (const named of trust) {
    const ids = new Set(skills.filter((skill) => isIn(skill, named)).flatMap(({ folderId }) => folderId ?? []));
    const id = ids.has(named) ? named : (state.trusted[named] ?? [...ids][0]);
    if (id === undefined) continue;
    if (id !== named && state.trusted[named] === undefined) {
      if (ids.size > 1) throw new CommandError(`${ids.size} folders are named "${named}": give the ID of one, ${[...ids].join(' or ')}`);
      state.trusted[named] = id;
    }
    trusted.add(id);
  }
  return trusted;
}
