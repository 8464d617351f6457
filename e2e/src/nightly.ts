import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openKillRounds } from './processes/kill-round.ts';

/** What takes too long for every commit: `node e2e/src/nightly.ts [rounds]` kills a server under load, again and again. */
const rounds = Number(process.argv[2] ?? 50);
const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-nightly-'));
const killing = await openKillRounds(folder);
const restarts: number[] = [];
let answered = 0;
let isWhole = true;
for (let round = 1; round <= rounds && isWhole; round++) {
  const { lost, restartMs, ...one } = await killing.next();
  answered += one.answered;
  restarts.push(restartMs);
  isWhole = lost.length === 0;
  process.stdout.write(`round ${round} of ${rounds}: ${one.answered} answered, restart ${Math.round(restartMs)} ms\n`);
  for (const fault of lost) process.stdout.write(`  LOST ${fault}\n`);
}
const problems = await killing.verify();
await killing.end();
const median = restarts.sort((left, right) => left - right)[Math.floor(restarts.length / 2)] ?? 0;
process.stdout.write(
  `${answered} answered calls; restarts: median ${Math.round(median)} ms, longest ${Math.round(restarts.at(-1) ?? 0)} ms; verify: ${problems.length} problems\n`,
);
if (isWhole && problems.length === 0) rmSync(folder, { recursive: true });
else {
  process.stdout.write(`kept for looking at: ${folder}\n`);
  process.exitCode = 1;
}
