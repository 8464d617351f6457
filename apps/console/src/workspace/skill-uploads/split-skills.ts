import { skillMain } from '@gatehouse/domain/skills';
import type { NamedFile } from '../uploads/dropped-files.ts';

/** A folder with a SKILL.md, and all that is below it. */
export interface FoundSkill {
  /** Path of the folder. */
  folder: string;
  files: NamedFile[];
}

/** Takes the outermost folders with a SKILL.md for skills, as `gatehouse import` does. The rest are files. // D72.12 */
export function splitSkills(files: readonly NamedFile[]): { skills: FoundSkill[]; rest: NamedFile[] } {
  const mains = files.filter(({ name }) => name.endsWith(`/${skillMain}`)).map(({ name }) => name.slice(0, -skillMain.length));
  const roots = mains.filter((root) => !mains.some((other) => other !== root && root.startsWith(other)));
  const rootOf = ({ name }: NamedFile) => roots.find((root) => name.startsWith(root));
  return {
    skills: roots.map((root) => ({ folder: root.slice(0, -1), files: files.filter((file) => rootOf(file) === root) })),
    rest: files.filter((file) => rootOf(file) === undefined),
  };
}
