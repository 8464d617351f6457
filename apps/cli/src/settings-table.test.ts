import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStartCommand } from './commands/start.ts';
import { flagOf, readConfiguration, variables } from './configuration.ts';

interface Setting {
  variable: string;
  flag: string | undefined;
  /** Empty where a setting has none. */
  byDefault: string;
}

/** The rows of a table whose first column names a variable, and perhaps a flag. */
const table: Setting[] = [...readSettings().matchAll(/^\| `([A-Z_]+)`(?:, `(--\w+)`)? *\| (.*?) *\|/gm)].map(
  ([, variable = '', flag, byDefault = '']) => ({ variable, flag, byDefault }),
);

describe('the settings of docs/reference/settings.md', () => {
  it('are those that are read, with their flags', () => {
    const fields = Object.keys(variables) as (keyof typeof variables)[];
    const read = fields.map((field) => ({ variable: variables[field], flag: flagOf(field) }));
    expect(table.map(({ variable, flag }) => ({ variable, flag }))).toEqual(read);
  });

  it('have the flags of gatehouse start', () => {
    const flags = createStartCommand({ buildConsole: async () => '', buildDocs: async () => '' })
      .options.map(({ long }) => long)
      .filter((flag) => flag !== '--json');
    expect(table.flatMap(({ flag }) => flag ?? []).toSorted()).toEqual(flags.toSorted());
  });

  it('have the defaults that are said', () => {
    const given = readConfiguration({}, {});
    for (const [field, variable] of Object.entries(variables)) {
      const value = given[field as keyof typeof given];
      const shown = field === 'data' ? path.basename(String(value)) : value;
      const { byDefault } = table.find((setting) => setting.variable === variable) as Setting;
      // Some are made from others; those are told in words.
      if (value !== undefined) expect({ variable, byDefault }).toEqual({ variable, byDefault: `\`${shown}\`` });
      else expect(byDefault).not.toContain('`');
    }
  });
});

function readSettings(): string {
  return readFileSync(path.join(import.meta.dirname, '../../../docs/reference/settings.md'), 'utf8');
}
