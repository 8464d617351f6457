import { isAlias, isMap, parseDocument } from 'yaml';
import type { Foreign } from '../foreign.ts';

export type QuotedField = 'name' | 'description';

/**
 * Puts quotes around each `name` or `description` of one line that YAML cannot read. People write `description: Use when: …`,
 * and hosts of skills read that as plain text. Other lines stay as they are, and all lines keep their numbers.
 */
export function quoteFields(yaml: Foreign): { yaml: string; quoted: QuotedField[] } {
  const lines = yaml.split('\n');
  const quoted: QuotedField[] = [];
  const repaired = lines.map((line, index) => {
    const [, key, value] = /^(name|description):[ \t](.*)$/.exec(line.trimEnd()) ?? [];
    const isContinued = /^[ \t]+[^ \t\r]/.test(lines[index + 1] ?? '');
    if (key === undefined || value === undefined || isContinued || isYaml(line, yaml)) return line;
    quoted.push(key as QuotedField);
    return `${key}: ${JSON.stringify(value.trim())}`;
  });
  return { yaml: repaired.join('\n'), quoted };
}

/** Checks one line of a frontmatter. An alias, such as `*bold*`, has its anchor on another line or nowhere. */
function isYaml(line: string, yaml: string): boolean {
  const { errors, contents } = parseDocument(line, { schema: 'core', prettyErrors: false, logLevel: 'error' });
  if (errors.length > 0 || !isMap(contents)) return false;
  const value = contents.items[0]?.value;
  return !isAlias(value) || yaml.includes(`&${value.source}`);
}
