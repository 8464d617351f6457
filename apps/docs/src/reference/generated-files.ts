import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generatedMark } from './markdown.ts';

/** The pages below `docs` that say of themselves that nobody writes them by hand. */
export function generatedFiles(docs: string): string[] {
  return globSync('**/*.md', { cwd: docs })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => readFileSync(path.join(docs, file), 'utf8').includes(generatedMark));
}
