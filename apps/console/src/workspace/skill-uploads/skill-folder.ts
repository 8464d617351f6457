import { checkSkillFiles, checkSkillPath, readSkill, type SkillFilesFault, skillMain } from '@gatehouse/domain/skills';
import { number } from '../../kernel/words/count-words.ts';
import { Told } from '../../kernel/words/told.ts';
import { skillWords } from '../skills/skill-words.ts';
import { type Found, maxFiles, type NamedFile } from '../uploads/dropped-files.ts';

const removeCharacters = 'Remove invisible or special characters from the name of this file.';

const renameFile = 'Rename this file, so that its name works on every system.';

/** Instruction for each fault of the files of a skill. */
export const skillFileWords: Record<SkillFilesFault, string> = {
  no_main: 'There is no SKILL.md in this folder. Every skill has one.',
  repeated: 'Two files have the same name. Rename one of them.',
  case_collision: 'Two files have the same name on systems that ignore case. Rename one of them.',
  file_and_folder: 'A file and a folder have the same name. Rename one of them.',
  many_files: 'A skill has at most 512 files.',
  large: 'A skill has at most 16 MiB in all its files.',
  large_main: 'SKILL.md is larger than 1 MiB. Move details into other files.',
  empty: renameFile,
  long: 'Shorten the path of this file. It can have at most 200 bytes.',
  not_nfc: renameFile,
  invisible: removeCharacters,
  absolute: renameFile,
  backslash: renameFile,
  empty_segment: renameFile,
  parent: renameFile,
  dot_segment: 'Names in a skill cannot begin with a dot.',
  windows_character: renameFile,
  windows_end: renameFile,
  windows_name: renameFile,
  node_modules: 'Leave installed packages out.',
  main_case: 'Write the name SKILL.md in capital letters.',
};

const ofFile = (path: string, fault: string) => `${path}: ${fault}`;

/** The files of one skill, by their paths in it. */
export interface SkillFolder {
  name: string;
  files: { path: string; file: File }[];
  /** Names of skipped files: those outside of the skill's folder, and those that no skill can have. */
  leftOut: string[];
}

/** Dropped or chosen files as one skill: the folder with the outermost SKILL.md. Throws Told if it is not a valid skill. */
export async function readSkillFolder({ files: found, leftOut, hasMore }: Found): Promise<SkillFolder> {
  if (hasMore) throw new Told(`This folder has too many files. Up to ${number(maxFiles)} are looked at.`);
  const root = rootOf(found);
  const within = found.filter(({ name }) => name.startsWith(root));
  const files = within.map(({ name, file }) => ({ path: name.slice(root.length).normalize('NFC'), file }));
  const checked = checkSkillFiles(files.map(({ path, file }) => ({ path, sizeBytes: file.size })));
  if (!checked.ok) {
    const bad = files.find(({ path }) => !checkSkillPath(path).ok)?.path;
    throw new Told(bad === undefined ? skillFileWords[checked.fault] : ofFile(bad, skillFileWords[checked.fault]));
  }
  const skill = readSkill({ content: (await files.find(({ path }) => path === skillMain)?.file.text()) ?? '' });
  if (!skill.ok) throw new Told(ofFile(skillMain, skillWords(skill)));
  const beside = found.filter(({ name }) => !name.startsWith(root)).map(({ name }) => name);
  return { name: skill.name, files, leftOut: [...leftOut, ...beside] };
}

/** Folder of the outermost SKILL.md, with its "/". Deeper ones can be examples in the skill. */
function rootOf(found: readonly NamedFile[]): string {
  const mains = found.map(({ name }) => name).filter((name) => name.split('/').at(-1) === skillMain);
  const depthOf = (name: string) => name.split('/').length;
  const depth = Math.min(...mains.map(depthOf));
  const [main, ...others] = mains.filter((name) => depthOf(name) === depth);
  if (main === undefined) throw new Told('There is no SKILL.md in this folder. Every skill has one.');
  if (others.length > 0) throw new Told('This folder has more than one skill. Upload one at a time, or use the command gatehouse import.');
  return main.slice(0, -skillMain.length);
}
