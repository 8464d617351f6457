import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

/** Rule of a chapter: `D62`, or a part such as `D62.3`. */
export interface Rule {
  name: string;
  /** Number that code and tests cite: `D62` of `D62.3`. */
  number: string;
  file: string;
  title: string;
}

const heading = /^#{2,3} ((D\d+)(?:\.\d+)? .*)$/gm;

export const rules: Rule[] = globSync('docs/reference/rules/*.md', { cwd: root })
  .toSorted()
  .flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(heading)].map(([, title = '', number = '']) => ({
      name: title.slice(0, title.indexOf(' ')),
      number,
      file,
      title,
    })),
  );

export const numbers = [...new Set(rules.map(({ number }) => number))];

export interface Citations {
  code: Set<string>;
  tests: Set<string>;
}

/** Numbers that the code of the product and its tests cite. */
export function findCitations(): Citations {
  const files = globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}', 'e2e/src/**/*.ts', 'build/*.mjs'], { cwd: root });
  const isTest = (file: string) => /\.test\.tsx?$/.test(file);
  return {
    code: citedIn(files.filter((file) => !isTest(file) && !file.startsWith('e2e/'))),
    tests: citedIn(files.filter(isTest)),
  };
}

function citedIn(files: readonly string[]): Set<string> {
  return new Set(
    files.flatMap((file) => [...readFileSync(path.join(root, file), 'utf8').matchAll(/\b(D\d+)\b/g)].map(([, number = '']) => number)),
  );
}
