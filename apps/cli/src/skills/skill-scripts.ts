import { type FolderFile, sha256 } from './skill-folder.ts';
import type { KnownSkill, SyncState } from './sync-state.ts';

/** The files of a skill that a client may run. */
export interface SkillScripts {
  paths: string[];
  /** Changes with any path or byte of the scripts. */
  digest: string;
}

/** Undefined without scripts. */
export function scriptsOf(files: readonly FolderFile[]): SkillScripts | undefined {
  const found = files.filter(isScript).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  if (found.length === 0) return undefined;
  const list = JSON.stringify(found.map(({ path, bytes }) => [path, sha256(bytes)]));
  return { paths: found.map(({ path }) => path), digest: sha256(Buffer.from(list)) };
}

/** True if a person has allowed exactly these scripts. A state of an earlier version allows the scripts that are here. */
export function areAllowed(
  { scripts, confirmed, written }: SyncState,
  { id }: KnownSkill,
  files: readonly FolderFile[],
  { paths, digest }: SkillScripts,
): boolean {
  if (scripts[id] !== undefined || !confirmed.includes(id)) return scripts[id] === digest;
  const here = Object.values(written).find((skill) => skill.id === id)?.files ?? {};
  return files.every(({ path, bytes }) => !paths.includes(path) || here[path]?.sha256 === sha256(bytes));
}

function isScript({ path, bytes, executable }: FolderFile): boolean {
  return executable || path.startsWith('scripts/') || bytes.subarray(0, 2).toString('latin1') === '#!';
}
