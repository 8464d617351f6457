import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../../..');
export const chapters = globSync('docs/reference/rules/*.md', { cwd: root }).toSorted();

/** A rule of a chapter: `D62`, or a part of it such as `D62.3`. */
export interface Rule {
  name: string;
  /** The number that code and tests cite: `D62` of `D62.3`. */
  number: string;
  file: string;
  anchor: string;
  text: string;
}

const heading = /^#{2,3} (D\d+(?:\.\d+)?) .*$/m;
const provedBy = /^Proved by: (.*)$/m;

export const rules: Rule[] = chapters.flatMap((file) =>
  sectionsOf(readFileSync(path.join(root, file), 'utf8')).map(({ title, text }) => {
    const [, name = ''] = /^(D[\d.]+)/.exec(title) ?? [];
    return { name, number: name.replace(/\..*/, ''), file, anchor: anchorOf(title), text };
  }),
);

export const numbers = [...new Set(rules.map(({ number }) => number))];

/** The tests that a rule says it is proved by; undefined where it says nothing. */
export function proofsIn({ text }: Rule): string[] | undefined {
  const [, list] = provedBy.exec(text) ?? [];
  return list === undefined ? undefined : [...list.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
}

/** What a reader reads of a rule: no heading, no table, no list of tests. */
export function wordsOf({ text }: Rule): string[] {
  return text
    .replace(provedBy, '')
    .replaceAll(/^\|.*$/gm, '')
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** As GitHub and the served pages name headings. */
export function anchorOf(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

function sectionsOf(page: string): { title: string; text: string }[] {
  const parts = page.split(/^(?=#{2,3} )/m).filter((part) => heading.test(part));
  return parts.map((part) => ({
    title: part.slice(part.indexOf(' ') + 1, part.indexOf('\n')),
    text: part.slice(part.indexOf('\n')).trim(),
  }));
}

export interface Citations {
  code: Map<string, string[]>;
  tests: Map<string, string[]>;
}

/** Which files cite a number, each list beginning with the file that cites it most. */
export function findCitations(): Citations {
  const files = globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}', 'e2e/src/**/*.ts', 'build/*.mjs'], { cwd: root });
  const isTest = (file: string) => file.startsWith('e2e/') || /\.test\.tsx?$/.test(file);
  return {
    code: countBy(files.filter((file) => !isTest(file))),
    tests: countBy(files.filter((file) => /\.test\.tsx?$/.test(file))),
  };
}

function countBy(files: readonly string[]): Map<string, string[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const file of files) {
    for (const [, number = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(/\b(D\d+)\b/g)) {
      const found = counts.get(number) ?? new Map<string, number>();
      counts.set(number, found.set(file, (found.get(file) ?? 0) + 1));
    }
  }
  const ordered = (found: Map<string, number>) =>
    [...found].toSorted(([a, many], [b, few]) => few - many || a.localeCompare(b)).map(([file]) => file);
  return new Map([...counts].map(([number, found]) => [number, ordered(found)]));
}
