import { startSteadyLoad } from './steady-load.ts';
import { openWorkers } from './workers-world.ts';

/** What takes too long for every commit: `node e2e/src/workers/rolling-restarts.ts [rounds] [SQLite|Postgres]` replaces two workers, again and again, under load. */
const rounds = Number(process.argv[2] ?? 100);
const name = process.argv[3] ?? 'SQLite';
const perSecond = 300;
/** Of failures in one round: the rest says the same. */
const shownOfEach = 10;

await using world = await openWorkers({ workers: 2, engine: { name }, callsPerMinute: 240 });
const load = startSteadyLoad({ url: world.url, keys: await world.makeKeys(perSecond / 3), perSecond });
for (let round = 1; round <= rounds; round++) {
  const [failedBefore, faultsBefore] = [load.failures.length, faults().length];
  await world.restart();
  process.stdout.write(`rolling restart ${round} of ${rounds}: ${load.answered} answered, ${load.failures.length} failed\n`);
  // At once: the run may be cut short.
  for (const failure of load.failures.slice(failedBefore, failedBefore + shownOfEach)) process.stdout.write(`  FAILED ${failure}\n`);
  for (const { time, error } of faults().slice(faultsBefore, faultsBefore + shownOfEach))
    process.stdout.write(`  BECAUSE ${time} ${error}\n`);
}
const { answered, failures, pace, longestMs } = await load.stop();
process.stdout.write(
  `${name}: ${answered} answered calls at ${pace} a second, longest ${Math.round(longestMs)} ms; ${failures.length} failed\n`,
);
const { code } = await world.gateway.stop();
if (failures.length > 0 || code !== 0) process.exitCode = 1;

function faults(): Record<string, unknown>[] {
  return world.logged('a call failed inside');
}
