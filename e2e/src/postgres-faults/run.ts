import { setTimeout as wait } from 'node:timers/promises';
import { type FaultReport, isReady, openFaultyWorld, underLoad } from './faulty-world.ts';
import { holdDocument } from './hold-document.ts';

/**
 * Runs tests that take too long for every commit: `node e2e/src/postgres-faults/run.ts [crashes]` makes Postgres fail in every way, under
 * load.
 */
const crashes = Number(process.argv[2] ?? 10);
const cutMs = 10_000;
const slowMs = 30_000;
const recoversWithinMs = 5000;

await using world = await openFaultyWorld();
const { postgres, network } = world;
for (let round = 1; round <= crashes; round++)
  tell(`kill ${round} of ${crashes}`, await underLoad(world, postgres.crash, postgres.restart));
for (const how of ['late', 'lost'] as const) {
  let cutAt = 0;
  const cut = async () => {
    network.cut();
    cutAt = performance.now();
  };
  const mend = async () => {
    await wait(cutMs - (performance.now() - cutAt));
    network.mend(how);
  };
  tell(`network cut for ${cutMs / 1000} s, ${how}`, await underLoad(world, cut, mend));
}

const { body } = await world.call('create_doc', { title: 'Held' });
const held = await holdDocument(world, body.docId);
const began = performance.now();
const slow = held.appendMany(20);
const reads: number[] = [];
while (performance.now() - began < slowMs) {
  const asked = performance.now();
  if ((await world.call('read_doc', { docId: body.docId })).status !== 200 || !(await isReady(world))) fail('a read was refused');
  reads.push(performance.now() - asked);
  await wait(100);
}
const answers = await slow;
await held.release();
const { status } = await world.call('append_doc', { docId: body.docId, text: 'after' });
process.stdout.write(
  `statement of ${slowMs / 1000} s: ${answers.filter((answer) => answer.status === 503).length} of 20 changes were answered 503, ${reads.length} reads meanwhile, longest ${Math.round(Math.max(...reads))} ms; a change after it: ${status}\n`,
);
if (status !== 200) fail('a change after the slow statement was refused');

function tell(what: string, { answered, refused, broken, lost, longestMs, toldMs, recoveredMs }: FaultReport): void {
  const figures = [
    `${answered.length} answered`,
    `${refused.length} refused`,
    `longest ${Math.round(longestMs)} ms`,
    `/readyz 503 after ${Math.round(toldMs)} ms`,
    `recovered after ${Math.round(recoveredMs)} ms`,
  ];
  process.stdout.write(`${what}: ${figures.join(', ')}\n`);
  for (const fault of lost) fail(`LOST ${fault}`);
  if (broken > 0) fail(`${broken} connections broke`);
  for (const { status, body } of refused) if (status !== 500 && status !== 503) fail(`a call was answered ${status} ${body}`);
  if (recoveredMs > recoversWithinMs) fail(`it took ${Math.round(recoveredMs)} ms to recover`);
}

function fail(why: string): void {
  process.stdout.write(`  FAILED ${why}\n`);
  process.exitCode = 1;
}
