// The long run: node e2e/src/engines/run-differential.ts [operations] [seed]
import { postgresEngine, sqliteEngine } from '../kit/engines.ts';
import { compareEngines } from './differential.ts';

const [operations = 100_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
process.stdout.write(`${operations} operations, seed ${seed}\n`);
const { outcomes, difference, faults } = await compareEngines({
  engines: [sqliteEngine, postgresEngine],
  operations,
  seed,
  onProgress: (done) => done % 10_000 === 0 && process.stdout.write(`${done}\n`),
});
for (const [outcome, count] of [...outcomes].sort(([, left], [, right]) => right - left)) process.stdout.write(`${count}\t${outcome}\n`);
if (difference || faults.length > 0) {
  process.stdout.write(`${JSON.stringify(difference, null, 2)}\n${faults.join('\n')}\n`);
  process.exitCode = 1;
} else process.stdout.write(`${operations} equal answers\n`);
