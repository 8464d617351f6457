import { inPathOrder, type SkillFile } from '../skills/skill-files.ts';

/** What a change left of the files of a skill. */
export interface FilesVersion {
  isOfRun: boolean;
  files: readonly SkillFile[];
}

export interface FilesTakenBack {
  files: SkillFile[];
  /** Paths that the run changed and that others have changed since: they stay. */
  left: string[];
}

/**
 * The files of a skill without a run's changes, path by path (D66, D72). If nobody else has changed a file since the run's first change of
 * it, it becomes what it was before. `versions` are in order; `before` is what the first of them changed.
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

/** A file's state before the run's first change, and whether others have changed it since. */
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
