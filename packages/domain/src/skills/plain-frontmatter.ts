import type { Foreign } from '../foreign.ts';

const line = /^([a-z][a-z0-9_-]*): ([A-Za-z](?:.*\S)?)$/u;
/** A comment, a key within the text, control characters, and every space other than the ordinary one. */
const special = / #|:(?: |$)|(?! )[\p{C}\p{Z}]/u;
/** Words that YAML does not read as text. */
const word = /^(?:null|true|false)$/i;

/**
 * Reads the fields of a frontmatter with one `key: text` on each line, as nearly all have. YAML reads these texts unchanged, but takes more
 * than ten times as long. Undefined for any other form, which needs a parser of YAML.
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
