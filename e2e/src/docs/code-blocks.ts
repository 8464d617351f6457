import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const docs = path.join(import.meta.dirname, '../../../docs');

export interface CodeBlock {
  /** Path of the page below `docs`. */
  file: string;
  language: string;
  /** Reason why it cannot be run here, for example `skip-needs-a-bucket` after the language. */
  skipped: string | undefined;
  code: string;
}

/** Every block of code of the documentation, page by page. */
export function readCodeBlocks(): CodeBlock[] {
  return globSync('**/*.md', { cwd: docs })
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(path.join(docs, file), 'utf8');
      return [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, info = '', code = '']) => {
        const [language = '', ...words] = info.split(' ');
        return { file: file.replaceAll(path.sep, '/'), language, skipped: words.find((word) => word.startsWith('skip-')), code };
      });
    });
}
