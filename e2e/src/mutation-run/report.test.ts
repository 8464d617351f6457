import { expect, it } from 'vitest';
import { readReport } from './report.ts';

const source = 'export function isFull(size: number): boolean {\n  return size >= limit;\n}\n';
const mutant = (status: string, line: number, from: number, to: number, replacement: string) => ({
  status,
  location: { start: { line, column: from }, end: { line, column: to } },
  replacement,
});

it('counts noticed faults and shows the others as changed lines', () => {
  const mutants = [
    mutant('Killed', 2, 10, 23, 'false'),
    mutant('Timeout', 2, 10, 23, 'true'),
    mutant('Survived', 2, 10, 23, 'size > limit'),
    mutant('NoCoverage', 1, 47, 48, '{}'),
    mutant('RuntimeError', 2, 10, 23, 'sizes'),
  ];
  expect(readReport(JSON.stringify({ files: { 'full.ts': { source, mutants } } }))).toEqual({
    made: 4,
    noticed: 2,
    survivors: [
      { file: 'full.ts', line: 2, before: 'return size >= limit;', after: 'return size > limit;' },
      {
        file: 'full.ts',
        line: 1,
        before: 'export function isFull(size: number): boolean {',
        after: 'export function isFull(size: number): boolean {}',
      },
    ],
  });
});
