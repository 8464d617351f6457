import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from './connection.ts';
import { openReplicas } from './replicas-world.ts';

/**
 * Runs too long for every commit. `node e2e/src/replicas/any-minute.ts [minutes] [SQLite|Postgres]` calls four gateways with a few keys:
 * steadily, all at once, or not at all. Then it checks every minute of that (D13): never more than 240 calls of a key in any 60 s, and no
 * refusal below that.
 */
const minutes = Number(process.argv[2] ?? 5);
const name = process.argv[3] ?? 'SQLite';
const limit = 240;
const windowMs = 60_000;
const keyCount = 3;
const callersOfKey = 12;

/** Times at which a call was sent and answered: it was admitted or refused in between. */
interface Observed {
  sentAt: number;
  answeredAt: number;
}
interface Observations {
  admitted: Observed[];
  refused: Observed[];
}

await using world = await openReplicas({ count: 4, engine: { name }, callsPerMinute: limit });
const over = performance.now() + minutes * 60_000;
const keys = await world.makeKeys(keyCount);
const observed = await Promise.all(keys.map(observe));
let faults = 0;
observed.forEach((observations, index) => {
  const found = [...tooMany(observations), ...tooFew(observations)];
  faults += found.length;
  process.stdout.write(`key ${index + 1}: ${observations.admitted.length} calls admitted, ${observations.refused.length} refused\n`);
  for (const fault of found.slice(0, 10)) process.stdout.write(`  ${fault}\n`);
});
process.stdout.write(`${name}, four gateways, ${minutes} minutes: ${faults} faults\n`);
if (faults > 0) process.exitCode = 1;

async function observe(key: string): Promise<Observations> {
  const observations: Observations = { admitted: [], refused: [] };
  let restMs = 0;
  const pacing = (async () => {
    for (; performance.now() < over; await pause(Math.random() * 15_000, undefined, { ref: false })) {
      restMs = [5, 100, 1000, 4000][Math.floor(Math.random() * 4)] as number;
    }
  })();
  const callers = Array.from({ length: callersOfKey }, async () => {
    using connection = openConnection(world.url);
    while (performance.now() < over) {
      const sentAt = performance.now();
      const { status } = await connection.call('whoami', {}, key);
      const call = { sentAt, answeredAt: performance.now() };
      if (status === 200) observations.admitted.push(call);
      else if (status === 429) observations.refused.push(call);
      else throw new Error(`whoami was answered ${status}`);
      await pause(Math.random() * 2 * restMs);
    }
  });
  await Promise.all(callers);
  await pacing;
  return observations;
}

/** Calls that lie wholly in one window were admitted in it. */
function* tooMany({ admitted }: Observations): Generator<string> {
  for (const { sentAt } of admitted) {
    const within = admitted.filter((call) => call.sentAt >= sentAt && call.answeredAt < sentAt + windowMs).length;
    if (within > limit) yield `${within} calls were admitted within 60 s`;
  }
}

/** A refusal means that the limit was reached in the window before it: at least these calls can have been admitted. */
function* tooFew({ admitted, refused }: Observations): Generator<string> {
  for (const { sentAt, answeredAt } of refused) {
    const before = admitted.filter((call) => call.answeredAt > sentAt - windowMs && call.sentAt < answeredAt).length;
    if (before < limit) yield `a call was refused after ${before} within 60 s`;
  }
}
