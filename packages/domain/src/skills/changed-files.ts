import type { SkillFile } from './skill-files.ts';

/** Change of a file between two versions of a skill. `changed` can be its bytes, its executable bit, or both. // D72 */
export interface ChangedFile {
  path: string;
  change: 'added' | 'changed' | 'removed';
}

/** Changed files in the order of paths. */
export function changedFiles(before: readonly SkillFile[], after: readonly SkillFile[]): ChangedFile[] {
  const [was, is] = [before, after].map((files) => new Map(files.map((file) => [file.path, file]))) as [
    Map<string, SkillFile>,
    Map<string, SkillFile>,
  ];
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((path): ChangedFile[] => {
    const [one, other] = [was.get(path), is.get(path)];
    if (!one) return [{ path, change: 'added' }];
    if (!other) return [{ path, change: 'removed' }];
    return one.sha256 === other.sha256 && one.executable === other.executable ? [] : [{ path, change: 'changed' }];
  });
}
