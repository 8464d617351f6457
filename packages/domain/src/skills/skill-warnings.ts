import type { Foreign } from '../foreign.ts';
import { describeHiddenCharacters, findHiddenCharacters, type HiddenCharacters } from '../hidden-characters.ts';
import { readSkill } from './skill-document.ts';
import { quotePath, skillMain } from './skill-path.ts';

/** Objection of a model's host to a skill. The skill is saved anyway. // D72 */
export interface SkillWarning {
  kind: 'not_yaml' | 'long_description' | 'long_body' | 'broken_link' | 'other_folder_name' | 'hidden_characters';
  message: string;
}

export interface SkillToWarnOf {
  name: string;
  /** Whole SKILL.md. */
  content: Foreign;
  /** Paths of all its files. */
  paths: readonly string[];
  /** Texts of the files other than SKILL.md that are new or need a review. */
  texts?: Iterable<SkillText> | undefined;
  /** Name of the folder it comes from, if any. */
  folderName?: string | undefined;
}

export interface SkillText {
  path: string;
  text: Foreign;
}

export interface HiddenInFile extends HiddenCharacters {
  path: string;
}

export interface CheckedTexts {
  hidden: HiddenInFile[];
  /** Number of texts beyond the limit of one call. */
  unchecked: number;
}

/** Hosts advise against longer bodies, and some cut them. */
const adviceTokens = 5000;
const adviceBytes = 8000;
const adviceDescription = 1024;
const shownLinks = 10;
const shownFiles = 10;
/**
 * Maximum UTF-16 code units of texts that are searched for hidden characters. A text full of such characters takes up to 60 ms for each
 * million.
 */
const maxChecked = 2 * 1024 * 1024;

export function warnOfSkill({ name, content, paths, texts = [], folderName }: SkillToWarnOf): SkillWarning[] {
  const warnings = warnOfFrontmatter(content);
  const body = bodyOf(content);
  const bytes = new TextEncoder().encode(body).length;
  const tokens = estimateTokens(body);
  if (tokens > adviceTokens || bytes > adviceBytes) {
    const size = `the body of ${skillMain} has ${bytes} bytes, about ${tokens} tokens`;
    const advice = `hosts may cut it at ${adviceBytes} bytes or ${adviceTokens} tokens: move details into other files`;
    warnings.push({ kind: 'long_body', message: `${size}; ${advice}` });
  }
  const broken = brokenLinks(body, paths);
  for (const link of broken.slice(0, shownLinks))
    warnings.push({ kind: 'broken_link', message: `${skillMain} links to ${quotePath(link)}, which is not among the files` });
  if (broken.length > shownLinks)
    warnings.push({ kind: 'broken_link', message: `${broken.length - shownLinks} more links of ${skillMain} do not lead to a file` });
  if (folderName !== undefined && folderName !== name)
    warnings.push({
      kind: 'other_folder_name',
      message: `the skill is named "${name}" and its folder ${quotePath(folderName)}: hosts expect the same name`,
    });
  const { hidden, unchecked } = hiddenInFiles([{ path: skillMain, text: content }, ...texts]);
  for (const { path, ...found } of hidden.slice(0, shownFiles))
    warnings.push({ kind: 'hidden_characters', message: `${quotePath(path)} has ${describeHiddenCharacters(found)}` });
  if (hidden.length > shownFiles)
    warnings.push({ kind: 'hidden_characters', message: `${hidden.length - shownFiles} more files have hidden characters` });
  if (unchecked > 0)
    warnings.push({ kind: 'hidden_characters', message: `too large to be checked for hidden characters: ${unchecked} of the files` });
  return warnings;
}

/** Finds hidden characters by file: agents read them, but people who review the skill do not see them. */
export function hiddenInFiles(texts: Iterable<SkillText>): CheckedTexts {
  const checked: CheckedTexts = { hidden: [], unchecked: 0 };
  let room = maxChecked;
  for (const { path, text } of texts) {
    if (text.length > room) {
      checked.unchecked += 1;
      continue;
    }
    room -= text.length;
    const found = findHiddenCharacters(text);
    if (found) checked.hidden.push({ path, ...found });
  }
  return checked;
}

function warnOfFrontmatter(content: string): SkillWarning[] {
  const skill = readSkill({ content });
  if (!skill.ok) return [];
  const warnings: SkillWarning[] = [];
  if (skill.notYaml) {
    const { fields, line } = skill.notYaml;
    const reading = `line ${line} of ${skillMain} is not valid YAML, so its ${fields.join(' and ')} was read as plain text`;
    warnings.push({ kind: 'not_yaml', message: `${reading}; some hosts ignore such a skill: put the text in quotes` });
  }
  const length = [...skill.description].length;
  if (length > adviceDescription) {
    const advice = `hosts may cut it or ignore the skill: shorten it to at most ${adviceDescription}`;
    warnings.push({ kind: 'long_description', message: `the description has ${length} characters; ${advice}` });
  }
  return warnings;
}

/** Estimates tokens without a tokenizer: about one for four ASCII characters, and one for each other character. */
export function estimateTokens(text: Foreign): number {
  let ascii = 0;
  let others = 0;
  for (const character of text) {
    if (character <= '\x7f') ascii++;
    else others++;
  }
  return Math.ceil(ascii / 4) + others;
}

function bodyOf(content: string): string {
  return content.replace(/^---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/, '');
}

/** Relative targets of links and images that are not a file or folder of the skill. */
function brokenLinks(body: string, paths: readonly string[]): string[] {
  const known = new Set<string>();
  for (const path of paths) {
    known.add(path);
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) known.add(path.slice(0, end));
  }
  const broken = new Set<string>();
  for (const [, bracketed, plain] of withoutCode(body).matchAll(/\]\([ \t]*(?:<([^<>\n]*)>|([^\s()<>]+))/g)) {
    const target = relativeTarget(bracketed ?? plain ?? '');
    if (target !== undefined && !known.has(target)) broken.add(target);
  }
  return [...broken];
}

/** Removes code, which shows links but makes none. */
function withoutCode(body: string): string {
  let fence: string | undefined;
  const lines = body.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length) fence = undefined;
    else if (fence === undefined) return line.replace(/`[^`]*`/g, '');
    return '';
  });
  return lines.join('\n');
}

/** Path of a link's target from the skill's root. Undefined outside the skill. */
function relativeTarget(link: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/|#|\?|$)/i.test(link)) return undefined;
  const path = decode(link.replace(/[?#].*/s, ''));
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length === 0) return path;
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.length === 0 ? undefined : parts.join('/');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A "%" that encodes nothing is an ordinary character.
    return text;
  }
}
