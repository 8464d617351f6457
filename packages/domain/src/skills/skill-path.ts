/** The file that makes a folder a skill: every skill has it, at its root. // D72 */
export const skillMain = 'SKILL.md';

/** Fault of a path, as a code. The message explains it. */
export type SkillPathFault =
  | 'empty'
  | 'long'
  | 'not_nfc'
  | 'invisible'
  | 'absolute'
  | 'backslash'
  | 'empty_segment'
  | 'parent'
  | 'dot_segment'
  | 'windows_character'
  | 'windows_end'
  | 'windows_name'
  | 'node_modules'
  | 'main_case';

export type CheckedSkillPath = { ok: true } | BadSkillPath;
export type BadSkillPath = { ok: false; reason: 'invalid_skill'; fault: SkillPathFault; message: string };

/** Maximum bytes of a path in UTF-8. After a home directory, a path stays within the limit of Windows. */
const maxPathBytes = 200;

/** Characters that are invisible or look like a space: a name with one looks like another name. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
const everyInvisible = new RegExp(invisible, 'gu');
/** Windows reserves these for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i;

/** Checks that a path works for a file of a skill on every file system, and stays inside the skill's folder. // D72 */
export function checkSkillPath(path: string): CheckedSkillPath {
  const found = faultOf(path);
  if (found === undefined) return { ok: true };
  const [fault, advice] = found;
  return { ok: false, reason: 'invalid_skill', fault, message: `the path ${quotePath(path)} ${advice}` };
}

/** True if Windows reserves this name for a device, so that a file or folder cannot have it there. */
export function isDeviceName(name: string): boolean {
  return device.test(name);
}

/** Path for messages: short, on one line, with invisible characters spelled out. */
export function quotePath(path: string): string {
  const characters = [...path.slice(0, 400)];
  const text = characters.length > 80 || path.length > 400 ? `${characters.slice(0, 80).join('')}…` : path;
  return JSON.stringify(text).replace(everyInvisible, (character) => `\\u{${hexOf(character)}}`);
}

type Fault = [fault: SkillPathFault, advice: string];

function faultOf(path: string): Fault | undefined {
  if (path === '') return ['empty', 'is empty: give a path such as "references/style.md"'];
  if (new TextEncoder().encode(path).length > maxPathBytes) return ['long', `is longer than ${maxPathBytes} bytes: shorten it`];
  const hidden = invisible.exec(path)?.[0];
  if (hidden !== undefined) return ['invisible', `has the invisible or control character U+${hexOf(hidden)}: remove it`];
  if (path !== path.normalize('NFC')) return ['not_nfc', 'is not in Unicode form NFC: normalize it'];
  if (path.includes('\\')) return ['backslash', 'has a backslash: separate folders with "/"'];
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return ['absolute', 'is absolute: make it relative to the folder of SKILL.md'];
  if (path !== skillMain && path.toLowerCase() === skillMain.toLowerCase()) return ['main_case', `must be written ${skillMain}`];
  for (const segment of path.split('/')) {
    const fault = faultOfSegment(segment);
    if (fault) return fault;
  }
  return leadsOutAsLetters(path) ? parent : undefined;
}

const parent: Fault = ['parent', 'has a part "..": a skill\'s files stay in its folder'];

/** True if letters of a path could lead outside: some systems replace characters such as U+FF0E by the ones that they resemble. */
function leadsOutAsLetters(path: string): boolean {
  return path.normalize('NFKC').split(/[/\\]/).includes('..');
}

function faultOfSegment(segment: string): Fault | undefined {
  if (segment === '') return ['empty_segment', 'has an empty part: use "/" only between two names'];
  if (segment === '..') return parent;
  if (segment.startsWith('.')) return ['dot_segment', 'has a part that begins with a dot: rename it'];
  if (segment.toLowerCase() === 'node_modules') return ['node_modules', 'is in node_modules: leave out installed packages'];
  const character = /[<>:"|?*]/.exec(segment)?.[0];
  if (character !== undefined) return ['windows_character', `has the character ${character}, which Windows refuses: rename it`];
  if (/^ |[. ]$/.test(segment)) return ['windows_end', 'has a part that begins or ends with a space, or ends with a dot: rename it'];
  if (isDeviceName(segment)) return ['windows_name', 'has a name that Windows reserves for a device: rename it'];
  return undefined;
}

function hexOf(character: string): string {
  return character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
}
