import { isMap, isNode, isScalar, Lexer, LineCounter, parseDocument, stringify, visit, type YAMLMap, type YAMLParseError } from 'yaml';
import type { Foreign } from '../foreign.ts';
import { maxSkillName } from '../sizes.ts';
import { readPlainFields } from './plain-frontmatter.ts';
import { type QuotedField, quoteFields } from './quote-fields.ts';
import { isDeviceName } from './skill-path.ts';

export type SkillDocument = { ok: true; name: string; description: string; content: string; notYaml?: NotYaml | undefined } | InvalidSkill;

/** Fields that were read as plain text, because YAML cannot read them. */
export interface NotYaml {
  fields: QuotedField[];
  /** First line that YAML cannot read. */
  line: number | undefined;
}

/** Input for a skill: a whole SKILL.md, or a bare body with a name and description. */
export type SkillSource = { content: Foreign; name?: string | undefined; description?: string | undefined };

/**
 * Reads a skill in the Agent Skills format. A SKILL.md with frontmatter is kept byte for byte. For a bare body, a frontmatter is written
 * from `name` and `description`.
 */
export function readSkill({ content, name, description }: SkillSource): SkillDocument {
  const frontmatter = findFrontmatter(content);
  if (!frontmatter.ok) return invalid(frontmatter, `SKILL.md ${frontmatter.message}`);
  if (frontmatter.text === undefined) return writeSkill({ content, name, description });
  const fields = readFields(frontmatter.text);
  if (!fields.ok) return invalid(fields, `SKILL.md ${fields.message}`);
  const disagreement = findDisagreement(fields, { name, description });
  if (disagreement !== undefined) return invalid({ fault: 'disagreement' }, disagreement);
  return { ok: true, name: fields.name, description: fields.description, content, notYaml: fields.notYaml };
}

/** Whole frontmatter of a SKILL.md as JSON, for clients that compare the two. Undefined if the text is not a skill. */
export function readFrontmatter(content: Foreign): Record<string, unknown> | undefined {
  const frontmatter = findFrontmatter(content);
  if (!frontmatter.ok || frontmatter.text === undefined) return undefined;
  const plain = readPlainFields(frontmatter.text);
  if (plain) return plain;
  const map = readMap(frontmatter.text);
  return map.ok ? (storable(map.contents.toJSON()) as Record<string, unknown>) : undefined;
}

/** Cost of a letter in a long value, as a part of a token's cost. */
const tokensOfLetter = 1 / 40;

/** Cost of `readFrontmatter` for a SKILL.md, in tokens of YAML: up to 3 µs of processor time each. 0 for plain fields. */
export function weighFrontmatter(content: Foreign): number {
  const frontmatter = findFrontmatter(content);
  if (!frontmatter.ok || frontmatter.text === undefined || readPlainFields(frontmatter.text)) return 0;
  return countTokens(frontmatter.text) + frontmatter.text.length * tokensOfLetter;
}

/** Leaves out text that YAML escapes can spell but arguments may not contain (D3). */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [storable(key), storable(inner)] as const);
  return Object.fromEntries(entries.filter(([key]) => key !== '__proto__'));
}

/** True if a skill can have this name. It is then also safe as the name of a folder. */
export function isSkillName(name: string): boolean {
  return hasNameForm(name) && !isDeviceName(name);
}

function hasNameForm(name: string): boolean {
  return name.length <= maxSkillName && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}

/** Fault of a skill, as a code. The message explains it to models. */
export type SkillFault =
  | 'not_at_the_beginning'
  | 'no_end'
  | 'long_frontmatter'
  | 'bad_yaml'
  | 'no_map'
  | 'no_frontmatter'
  | 'no_name'
  | 'no_description'
  | 'name_not_text'
  | 'description_not_text'
  | 'bad_name'
  | 'device_name'
  | 'empty_description'
  | 'odd_description'
  | 'disagreement';

type InvalidSkill = { ok: false; reason: 'invalid_skill'; fault: SkillFault; line?: number | undefined; message: string };
type Fault = { ok: false; fault: SkillFault; line?: number; message: string };
type Fields = { ok: true; name: string; description: string; notYaml?: NotYaml | undefined };

const maxFrontmatterBytes = 16 * 1024;
/** Maximum tokens. Each costs the YAML parser several microseconds; a key with its value has about six. */
const maxFrontmatterTokens = 1500;

function findFrontmatter(content: string): { ok: true; text: string | undefined } | Fault {
  const opening = /^---[ \t]*\r?\n/.exec(content)?.[0];
  if (opening === undefined) {
    if (!/^[\s\uFEFF]+---[ \t]*\r?\n/.test(content)) return { ok: true, text: undefined };
    return fault('not_at_the_beginning', 'must begin with "---": remove the white space or byte order mark before it');
  }
  const closing = /(?<=\n)---[ \t]*(?:\r?\n|$)/g;
  closing.lastIndex = opening.length;
  const end = closing.exec(content)?.index;
  if (end === undefined) return fault('no_end', 'line 1 opens a frontmatter that is never closed: end it with a line "---"');
  const text = content.slice(opening.length, end);
  const size = new TextEncoder().encode(text).length;
  if (size > maxFrontmatterBytes)
    return fault(
      'long_frontmatter',
      `has a frontmatter of ${size} bytes: shorten it to at most ${maxFrontmatterBytes} and move the rest below it`,
    );
  if (hasManyTokens(text))
    return fault('long_frontmatter', 'has a frontmatter with too many keys and values: keep at most 200 and move the rest below it');
  return { ok: true, text };
}

function hasManyTokens(yaml: string): boolean {
  // One letter makes at most two tokens.
  return yaml.length >= maxFrontmatterTokens / 2 && countTokens(yaml) > maxFrontmatterTokens;
}

/** Counts tokens, up to the first one beyond the limit. */
function countTokens(yaml: string): number {
  let count = 0;
  for (const _token of new Lexer().lex(yaml)) if (++count > maxFrontmatterTokens) break;
  return count;
}

function readFields(yaml: string): Fields | Fault {
  const map = readMap(yaml);
  if (!map.ok) return map;
  const name = readText(map.contents, 'name');
  if (!name.ok) return name;
  const description = readText(map.contents, 'description');
  if (!description.ok) return description;
  const fields = checkFields({ name: name.text, description: description.text });
  return fields.ok ? { ...fields, notYaml: map.notYaml } : fields;
}

/**
 * Reads the frontmatter as a map. If it is not YAML because of the name or description, it is repaired first: hosts of skills read such
 * fields too.
 */
function readMap(yaml: string): { ok: true; contents: YAMLMap; notYaml?: NotYaml } | Fault {
  const map = parseMap(yaml);
  if (map.ok || map.fault !== 'bad_yaml') return map;
  const repaired = quoteFields(yaml);
  if (repaired.quoted.length === 0) return map;
  const again = parseMap(repaired.yaml);
  return again.ok ? { ...again, notYaml: { fields: repaired.quoted, line: map.line } } : again;
}

function parseMap(yaml: string): { ok: true; contents: YAMLMap } | Fault {
  const lines = new LineCounter();
  // Line 1 of the YAML is line 2 of the file.
  const at = (offset: number) => lines.linePos(offset).line + 1;
  const document = parseDocument(yaml, {
    schema: 'core',
    // The parser compares each key with all earlier ones.
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
    lineCounter: lines,
    logLevel: 'error',
  });
  const error = document.errors[0];
  if (error) return fault('bad_yaml', `line ${at(error.pos[0])} is not valid YAML: ${explainError(error)}`, at(error.pos[0]));
  const repeated = findRepeatedKey(document);
  if (repeated !== undefined) return fault('bad_yaml', `line ${at(repeated)} is not valid YAML: Map keys must be unique`, at(repeated));
  const alias = findAlias(document);
  if (alias !== undefined) return fault('bad_yaml', `line ${at(alias)} has a YAML alias: write the value itself`, at(alias));
  if (!isMap(document.contents)) return fault('no_map', 'needs a frontmatter of the form "name: …" and "description: …", one key per line');
  return { ok: true, contents: document.contents };
}

/** Message of the parser, except if it refers to the parser's interface or misses the usual mistake. */
function explainError({ code, message }: YAMLParseError): string {
  if (code === 'MULTIPLE_DOCS') return 'a line "..." above it ended the frontmatter: remove that line';
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return `${message} (put a text that contains ": " in quotes)`;
  return code === 'BAD_SCALAR_START' ? `${message} (put the text in quotes)` : message;
}

function findRepeatedKey(document: ReturnType<typeof parseDocument>): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Map(_key, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        const text = isScalar(key) ? key.value : key;
        if (seen.has(text)) {
          offset = (isNode(key) && key.range?.[0]) || 0;
          return visit.BREAK;
        }
        seen.add(text);
      }
    },
  });
  return offset;
}

function findAlias(document: ReturnType<typeof parseDocument>): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Alias(_key, alias) {
      offset = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

function readText(map: YAMLMap, key: 'name' | 'description'): { ok: true; text: string } | Fault {
  const node = map.get(key, true);
  if (node === undefined) return fault(`no_${key}`, `has no ${key} in its frontmatter: add a line "${key}: …"`);
  if (isScalar(node) && typeof node.value === 'string') return { ok: true, text: node.value };
  return fault(`${key}_not_text`, `has a ${key} that YAML does not read as text: put it in quotes, ${key}: "…"`);
}

function checkFields({ name, description }: { name: string; description: string }): Fields | Fault {
  if (isDeviceName(name) && hasNameForm(name))
    return fault('device_name', `has the name ${quote(name)}, which Windows reserves for a device: use another one`);
  if (!hasNameForm(name)) {
    return fault(
      'bad_name',
      `has the name ${quote(name)}: use 1 to ${maxSkillName} of a-z, 0-9 and single hyphens between them, for example "weekly-report"`,
    );
  }
  const text = description.trim();
  if (text === '') return fault('empty_description', 'has an empty description: say what the skill does and when to use it');
  // YAML escapes can spell characters that our texts must not contain (D3).
  if (/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(text))
    return fault('odd_description', 'has a control character or an unpaired surrogate in its description: remove it');
  return { ok: true, name, description: text };
}

function findDisagreement(fields: Fields, given: { name: string | undefined; description: string | undefined }): string | undefined {
  const key = (['name', 'description'] as const).find((field) => given[field] !== undefined && given[field].trim() !== fields[field]);
  if (key === undefined) return undefined;
  return `the argument ${key} ${quote(given[key]!)} differs from ${quote(fields[key])} in the frontmatter of content: omit the argument, or change the frontmatter`;
}

function writeSkill({ content, name, description }: SkillSource): SkillDocument {
  if (name === undefined || description === undefined) {
    const missing = [name === undefined && 'name', description === undefined && 'description'].filter(Boolean).join(' and ');
    return invalid(
      { fault: 'no_frontmatter' },
      `content has no frontmatter, so ${missing} is required: give it, or begin content with "---", name, description and "---"`,
    );
  }
  const fields = checkFields({ name: name.trim(), description });
  if (!fields.ok) return invalid(fields, `the skill ${fields.message}`);
  // Readers of YAML 1.1 do not take a plain `on` or `2024-01-01` for text.
  const yaml = stringify({ name: fields.name, description: fields.description }, { lineWidth: 0, blockQuote: false, compat: 'yaml-1.1' });
  const frontmatter = `---\n${yaml}---\n\n`;
  const written = findFrontmatter(frontmatter);
  if (!written.ok) return invalid(written, `the skill ${written.message}`);
  const isCrlf = /\r\n/.test(content) && !/(?<!\r)\n/.test(content);
  return {
    ok: true,
    name: fields.name,
    description: fields.description,
    content: (isCrlf ? frontmatter.replaceAll('\n', '\r\n') : frontmatter) + content,
  };
}

function quote(text: string): string {
  const characters = [...text];
  return JSON.stringify(characters.length > 80 ? `${characters.slice(0, 80).join('')}…` : text);
}

function fault(fault: SkillFault, message: string, line?: number): Fault {
  return { ok: false, fault, message, ...(line !== undefined && { line }) };
}

function invalid({ fault, line }: Pick<Fault, 'fault' | 'line'>, message: string): InvalidSkill {
  return { ok: false, reason: 'invalid_skill', fault, line, message };
}
