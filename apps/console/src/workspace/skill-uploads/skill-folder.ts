import { checkSkillFiles, checkSkillPath, readSkill, type SkillFilesFault, skillMain } from '@gatehouse/domain/skills';
import { Told } from '../../kernel/words/told.ts';
import { skillWords } from '../skills/skill-words.ts';
import { skillFolder as strings } from '../strings.ts';
import { type Found, maxFiles, type NamedFile } from '../uploads/dropped-files.ts';

/** The files of one skill, by their paths in it. */
export interface SkillFolder {
  name: string;
  files: { path: string; file: File }[];
  /** Names of what is not among them: what lay beside the skill's folder, and what no skill has. */
  leftOut: string[];
}

const words: Record<SkillFilesFault, string> = strings.faults;

/** What was dropped or chosen, as one skill: the folder with the outermost SKILL.md. Throws Told where it can be none. */
export async function readSkillFolder({ files: found, leftOut, hasMore }: Found): Promise<SkillFolder> {
  if (hasMore) throw new Told(strings.tooManyFiles(maxFiles));
  const root = rootOf(found);
  const within = found.filter(({ name }) => name.startsWith(root));
  const files = within.map(({ name, file }) => ({ path: name.slice(root.length).normalize('NFC'), file }));
  const checked = checkSkillFiles(files.map(({ path, file }) => ({ path, sizeBytes: file.size })));
  if (!checked.ok) {
    const bad = files.find(({ path }) => !checkSkillPath(path).ok)?.path;
    throw new Told(bad === undefined ? words[checked.fault] : strings.ofFile(bad, words[checked.fault]));
  }
  const skill = readSkill({ content: (await files.find(({ path }) => path === skillMain)?.file.text()) ?? '' });
  if (!skill.ok) throw new Told(strings.ofFile(skillMain, skillWords(skill)));
  const beside = found.filter(({ name }) => !name.startsWith(root)).map(({ name }) => name);
  return { name: skill.name, files, leftOut: [...leftOut, ...beside] };
}

/** The folder of the SKILL.md that lies in the fewest folders, with its "/"; of the others it may have some as examples. */
function rootOf(found: readonly NamedFile[]): string {
  const mains = found.map(({ name }) => name).filter((name) => name.split('/').at(-1) === skillMain);
  const depthOf = (name: string) => name.split('/').length;
  const depth = Math.min(...mains.map(depthOf));
  const [main, ...others] = mains.filter((name) => depthOf(name) === depth);
  if (main === undefined) throw new Told(strings.noMain);
  if (others.length > 0) throw new Told(strings.severalSkills);
  return main.slice(0, -skillMain.length);
}
