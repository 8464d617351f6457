import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { subjects } from './subjects.ts';

const root = path.join(import.meta.dirname, '../../..');

/** Prevents a run over no files after files were moved, which would report success. */
it.each(subjects)('the mutation run of $name covers existing files', ({ mutate, tests }) => {
  for (const pattern of [...mutate, ...tests])
    for (const one of alternatives(pattern)) expect({ one, files: globSync(one, { cwd: root }).length }).not.toMatchObject({ files: 0 });
});

/** Lists the alternatives of a pattern with braces, because one of them could match no file. */
function alternatives(pattern: string): string[] {
  const [braces, inner] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (braces === undefined || inner === undefined) return [pattern];
  return inner.split(',').flatMap((one) => alternatives(pattern.replace(braces, one)));
}
