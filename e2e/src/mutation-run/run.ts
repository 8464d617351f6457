import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { equivalent } from './equivalent.ts';
import { readReport, type Survivor } from './report.ts';
import { type Subject, subjects } from './subjects.ts';

/**
 * Puts small faults into safety-critical code, one at a time, and reports those that no test notices: `node e2e/src/mutation-run/run.ts
 * [subject …]`. Without a subject, it runs for hours. It works on a copy of the last commit. Ends with 1 if less than 90 % of a subject's
 * faults were noticed, or if `equivalent.ts` does not explain an unnoticed one.
 */
const wantedShare = 0.9;
const root = path.join(import.meta.dirname, '../../..');
const copy = mkdtempSync(path.join(tmpdir(), 'gatehouse-mutation-run-'));
const named = process.argv.slice(2);
try {
  openCopy();
  for (const subject of subjects) if (named.length === 0 || named.includes(subject.name)) tell(subject, await mutate(subject));
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** The packages of this project find one another by links: a copy needs its own installation, whose links lead to the changed files. */
function openCopy(): void {
  execFileSync('git', ['clone', '--quiet', root, copy]);
  execFileSync('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline'], { cwd: copy, stdio: 'ignore' });
  process.chdir(copy);
}

async function mutate({ mutate, tests }: Subject) {
  process.env.MUTATION_RUN_TESTS = JSON.stringify(tests);
  const fileName = path.join(copy, 'mutation.json');
  await new Stryker({
    // Codes, reasons and states are unions that the compiler checks. The remaining texts are only wording.
    mutate: [...mutate, '!**/*.test.ts', '!**/arbitrary-*.ts'],
    mutator: { plugins: null, excludedMutations: ['StringLiteral'] },
    inPlace: true,
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'e2e/src/mutation-run/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Values created at import are data (definitions, examples), which the contract tests compare completely. Each such fault would need a
    // new process.
    ignoreStatic: true,
    concurrency: 2,
    // TypeScript 7 has no compiler for it to check with; Node strips the types.
    checkers: [],
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    dryRunTimeoutMinutes: 60,
    timeoutMS: 15_000,
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName },
    allowConsoleColors: false,
  }).runMutationTest();
  return readReport(readFileSync(fileName, 'utf8'));
}

function tell({ name }: Subject, { made, noticed, survivors }: ReturnType<typeof readReport>): void {
  const unexplained = survivors.filter((survivor) => !isExplained(survivor));
  for (const { file, line, before, after } of unexplained) process.stdout.write(`\n${file}:${line}\n- ${before}\n+ ${after}\n`);
  const share = `${((100 * noticed) / made).toFixed(1)} %`;
  process.stdout.write(`${name}: ${made} faults, ${noticed} noticed (${share}), ${unexplained.length} neither noticed nor explained\n`);
  if (noticed < wantedShare * made || unexplained.length > 0) process.exitCode = 1;
}

function isExplained({ file, before, after }: Survivor): boolean {
  return equivalent.some((known) => file.endsWith(known.file) && before === known.before && after === known.after);
}
