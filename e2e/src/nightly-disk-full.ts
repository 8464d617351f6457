import { fillDiskUnderLoad } from './processes/disk-full.ts';

/**
 * `node e2e/src/nightly-disk-full.ts [rounds] [seconds]`: fills the disk under a loaded gateway on each engine, and keeps it full for this
 * many seconds. In every other round, Postgres's write-ahead log has no room either.
 */
const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 10);
for (const engine of ['sqlite', 'postgres'] as const) {
  for (let round = 1; round <= rounds; round++) {
    const { recoveredMs, lost, problems, ...counts } = await fillDiskUnderLoad(engine, {
      fullForMs: seconds * 1000,
      logToo: round % 2 === 0,
    });
    const isWhole = lost.length === 0 && problems.length === 0;
    if (!isWhole || recoveredMs > 5000) process.exitCode = 1;
    const told = [
      `${counts.answered} answered calls, ${isWhole ? 'none lost' : 'SOME LOST'}`,
      `${counts.failed} failed`,
      `${counts.databaseRestarts} starts of the database`,
      `recovered ${Math.round(recoveredMs)} ms after there was room again`,
    ];
    process.stdout.write(`${engine}, round ${round} of ${rounds}: ${told.join('; ')}\n`);
    for (const fault of [...lost, ...problems]) process.stdout.write(`  ${JSON.stringify(fault)}\n`);
  }
}
