import { inPathOrder, type SkillFile } from '../skills/skill-files.ts';

/** Files of a skill after a change. */
export interface FilesVersion {
  isOfRun: boolean;
  files: readonly SkillFile[];
}

export interface FilesTakenBack {
  files: SkillFile[];
  /** Paths that the run changed and others changed later. They stay. */
  left: string[];
}

/**
 * Removes a run's changes from the files of a skill, path by path (D66, D72). A file that only the run has changed since its first change
 * returns to its state before that change. `versions` are in order, and `before` is the state before the first version.
 */
export function takeFilesBack(before: readonly SkillFile[], versions: readonly FilesVersion[]): FilesTakenBack {
  const states = [before, ...versions.map(({ files }) => files)].map((files) => new Map(files.map((file) => [file.path, file])));
  const paths = new Set(states.flatMap((state) => [...state.keys()]));
  const files: SkillFile[] = [];
  const left: string[] = [];
  for (const path of paths) {
    const { first, isChangedSince } = changesOf(path, states, versions);
    if (isChangedSince) left.push(path);
    const state = first === undefined || isChangedSince ? states.at(-1) : states[first];
    const file = state?.get(path);
    if (file) files.push(file);
  }
  return { files: inPathOrder(files), left: left.sort() };
}

/** Index of a file's state before the run's first change, and if others have changed it since. */
function changesOf(path: string, states: readonly ReadonlyMap<string, SkillFile>[], versions: readonly FilesVersion[]) {
  let first: number | undefined;
  let isChangedSince = false;
  for (const [index, { isOfRun }] of versions.entries()) {
    if (isSame(states[index]?.get(path), states[index + 1]?.get(path))) continue;
    if (isOfRun) first ??= index;
    else isChangedSince ||= first !== undefined;
  }
  return { first, isChangedSince };
}

function isSame(one: SkillFile | undefined, other: SkillFile | undefined): boolean {
  return one?.sha256 === other?.sha256 && one?.executable === other?.executable;
}
