import type { Foreign } from '../foreign.ts';

const line = /^([a-z][a-z0-9_-]*): ([A-Za-z](?:.*\S)?)$/u;
/** A comment, a key within the text, control characters, and every space but the ordinary one. */
const special = / #|:(?: |$)|(?! )[\p{C}\p{Z}]/u;
/** YAML does not read these as text. */
const word = /^(?:null|true|false)$/i;

/**
 * The fields of a frontmatter that has one `key: text` on each line, as nearly all have. YAML reads these texts as they are written, but
 * takes more than ten times as long. Undefined for a frontmatter of any other form: only a parser of YAML can read it.
 */
export function readPlainFields(yaml: Foreign): Record<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const text of yaml.replace(/\n$/, '').split('\n')) {
    const [, key, value] = line.exec(text) ?? [];
    if (key === undefined || value === undefined || fields.has(key)) return undefined;
    if (special.test(value) || word.test(value) || word.test(key)) return undefined;
    fields.set(key, value);
  }
  return Object.fromEntries(fields);
}
