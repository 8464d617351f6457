import type { SkillFault, SkillFilesFault } from '@gatehouse/domain/skills';

/** A package that no entrance may accept as a skill, and whose files no export may write. */
export interface HostileSkill {
  what: string;
  /** `repeated` for what callers give twice in one call. */
  fault: SkillFilesFault | SkillFault;
  /** Its SKILL.md, unless it is an ordinary one. */
  main?: string;
  /** Its files, without SKILL.md. */
  files: HostileFile[];
}

export interface HostileFile {
  path: string;
  /** Size of a file of zeros, which compresses to almost nothing. */
  sizeBytes: number;
}

export const hostileName = 'hostile';
export const hostileMain = `---\nname: ${hostileName}\ndescription: Is no skill.\n---\n# Hostile\n`;

/** Paths that would leave the folder, hide, collide, or mean something else on another system. // D72.2 */
export const hostilePaths: readonly [path: string, fault: SkillFilesFault][] = [
  ['../outside.md', 'parent'],
  ['references/../../outside.md', 'parent'],
  ['..', 'parent'],
  ['references/..', 'parent'],
  ['././../outside.md', 'dot_segment'],
  ['....//outside.md', 'dot_segment'],
  ['..;/outside.md', 'dot_segment'],
  ['.. /outside.md', 'dot_segment'],
  ['\u2025/outside.md', 'parent'],
  ['a/\uff0e\uff0e/\uff0e\uff0e/outside.md', 'parent'],
  ['\uff0e\uff0e\uff0foutside.md', 'parent'],
  ['..\\outside.md', 'backslash'],
  ['a\\..\\..\\outside.md', 'backslash'],
  ['a/..\\../outside.md', 'backslash'],
  ['/outside.md', 'absolute'],
  ['//server/share/outside.md', 'absolute'],
  ['\\\\server\\share\\outside.md', 'backslash'],
  ['C:/outside.md', 'absolute'],
  ['c:outside.md', 'absolute'],
  ['file:///outside.md', 'windows_character'],
  ['', 'empty'],
  ['/', 'absolute'],
  ['a//b.md', 'empty_segment'],
  ['a/', 'empty_segment'],
  ['./a.md', 'dot_segment'],
  ['a/./b.md', 'dot_segment'],
  ['.env', 'dot_segment'],
  ['.git/hooks/post-checkout', 'dot_segment'],
  ['references/.claude/settings.json', 'dot_segment'],
  ['.gatehouse-skills.json', 'dot_segment'],
  ['...', 'dot_segment'],
  ['node_modules/a/index.js', 'node_modules'],
  ['references/NODE_MODULES/a.js', 'node_modules'],
  ['node_modules /a.js', 'windows_end'],
  ['node_modules./a.js', 'windows_end'],
  ['CON.md', 'windows_name'],
  ['references/nul', 'windows_name'],
  ['Aux .c', 'windows_name'],
  ['com1.tar.gz', 'windows_name'],
  ['LPT\u00b9.md', 'windows_name'],
  ['conout$', 'windows_name'],
  ['con/../../outside.md', 'windows_name'],
  ['CON .md ', 'windows_end'],
  ['a.md.', 'windows_end'],
  ['a.md ', 'windows_end'],
  ['folder./a.md', 'windows_end'],
  ['folder /a.md', 'windows_end'],
  [' a.md', 'windows_end'],
  ['a.md::$DATA', 'windows_character'],
  ['SKILL.md:stream', 'windows_character'],
  ['a?.md', 'windows_character'],
  ['a*.md', 'windows_character'],
  ['a|b.md', 'windows_character'],
  ['<a>.md', 'windows_character'],
  ['a\u200bb.md', 'invisible'],
  ['.\u200b./outside.md', 'invisible'],
  ['NUL\u200d.md', 'invisible'],
  ['a\u202ednm.exe', 'invisible'],
  ['a\u00adb.md', 'invisible'],
  ['a\u00a0b.md', 'invisible'],
  ['\ufeffa.md', 'invisible'],
  ['a\u2028b.md', 'invisible'],
  ['a\nb.md', 'invisible'],
  ['a\u001b[2Jb.md', 'invisible'],
  ['a\u{e0041}b.md', 'invisible'],
  ['SKILL.md\u200b', 'invisible'],
  ['cafe\u0301.md', 'not_nfc'],
  ['\u212a.md', 'not_nfc'],
  ['skill.md', 'main_case'],
  ['Skill.MD', 'main_case'],
  ['a'.repeat(201), 'long'],
  [`${'a/'.repeat(120)}b.md`, 'long'],
  ['\u{1f600}'.repeat(51), 'long'],
];

/** Files that are each valid in a skill, but not together. */
const collisions: readonly [what: string, fault: SkillFilesFault, paths: string[]][] = [
  ['names that differ in case', 'case_collision', ['a.md', 'A.md']],
  ['folders that differ in case', 'case_collision', ['references/a.md', 'References/b.md']],
  ['names that are one in capital letters', 'case_collision', ['stra\u00dfe.md', 'STRASSE.md']],
  ['a ligature and its letters', 'case_collision', ['\ufb01.md', 'FI.md']],
  ['a name with and without a combining accent', 'not_nfc', ['\u00e9.md', 'e\u0301.md']],
  ['a file that is a folder too', 'file_and_folder', ['a', 'a/b.md']],
  ['a folder named SKILL.md', 'file_and_folder', ['SKILL.md/a.md']],
  ['513 files', 'many_files', numbered(512)],
  ['10,000 files', 'many_files', numbered(10_000)],
];

const mebibyte = 1024 * 1024;

/** Each path by itself, and other faults. All must be refused. */
export const hostileSkills: readonly HostileSkill[] = [
  ...hostilePaths.map(([path, fault]): HostileSkill => ({ what: JSON.stringify(path.slice(0, 40)), fault, files: filesAt(path) })),
  ...collisions.map(([what, fault, paths]): HostileSkill => ({ what, fault, files: filesAt(...paths) })),
  { what: '17 MiB that pack to a few bytes', fault: 'large', files: [{ path: 'assets/bomb.bin', sizeBytes: 17 * mebibyte }] },
  {
    what: '17 MiB in many files',
    fault: 'large',
    files: numbered(17).map((path): HostileFile => ({ path, sizeBytes: mebibyte })),
  },
  { what: 'aliases that unfold', fault: 'bad_yaml', main: unfolding(), files: [] },
  { what: 'a frontmatter nested in itself', fault: 'long_frontmatter', main: withFrontmatter(`x: ${'['.repeat(8000)}`), files: [] },
  { what: 'a frontmatter of 20 KB', fault: 'long_frontmatter', main: withFrontmatter(`x: ${'a'.repeat(20_000)}`), files: [] },
  { what: 'a SKILL.md over 1 MiB', fault: 'large_main', main: hostileMain + 'a'.repeat(mebibyte), files: [] },
  { what: 'a name that leads out', fault: 'bad_name', main: named('../outside'), files: [] },
  { what: 'a name that is a folder above', fault: 'bad_name', main: named('..'), files: [] },
  { what: 'a name that begins with a dot', fault: 'bad_name', main: named('.git'), files: [] },
  { what: 'a name in capital letters', fault: 'bad_name', main: named('Hostile'), files: [] },
  { what: 'a name with an invisible character', fault: 'bad_name', main: named('hos\\u200btile'), files: [] },
  { what: 'a name that Windows keeps for a device', fault: 'device_name', main: named('con'), files: [] },
];

/** Names that look hostile but are valid: all entrances accept them, and all exports return them. */
export const oddPaths: readonly string[] = [
  '%2e%2e/outside.md',
  '%2e%2e%2foutside.md',
  '%5c..%5coutside.md',
  'a%00.md',
  'references/50% off #1 & more; $HOME `id`.md',
  '--help',
  '-rf/~/a.md',
  'console/com10/SKILL.md',
  'constructor/__proto__/toString',
  'assets/\u6587\u4ef6 \u{1f600}.bin',
];

function filesAt(...paths: string[]): HostileFile[] {
  return paths.map((path) => ({ path, sizeBytes: 1 }));
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `files/${index}`);
}

function named(name: string): string {
  return `---\nname: "${name}"\ndescription: Is no skill.\n---\n# Hostile\n`;
}

function withFrontmatter(line: string): string {
  return `---\nname: ${hostileName}\ndescription: Is no skill.\n${line}\n---\n# Hostile\n`;
}

/** Ten lines that would be a thousand million entries. */
function unfolding(): string {
  const lines = Array.from({ length: 9 }, (_, index) => `x${index + 1}: &x${index + 1} [${Array(10).fill(`*x${index}`).join(', ')}]`);
  return withFrontmatter(['x0: &x0 [a]', ...lines].join('\n'));
}
