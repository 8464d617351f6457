import { readFileSync } from 'node:fs';

const statement = /^(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

export interface Import {
  from: string;
  isType: boolean;
}

/** What a file imports, types too. */
export function importsOf(file: string): Import[] {
  return [...readFileSync(file, 'utf8').matchAll(statement)].map((match) => ({
    from: (match[2] ?? match[3] ?? match[4]) as string,
    isType: match[1] !== undefined,
  }));
}
