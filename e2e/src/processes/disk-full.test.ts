import { postgresMissing } from '@gatehouse/storage/testing';
import { expect, it } from 'vitest';
import { fillDiskUnderLoad } from './disk-full.ts';
import { smallDiskMissing } from './small-disk.ts';

const engines = [
  { name: 'SQLite', engine: 'sqlite', missing: smallDiskMissing() },
  { name: 'Postgres', engine: 'postgres', missing: smallDiskMissing() ?? postgresMissing() },
] as const;

for (const { name, engine, missing } of engines) {
  const skipped = missing === undefined ? '' : ` (skipped: ${missing})`;
  it.skipIf(missing)(
    `a full disk on ${name} loses nothing that was answered, and needs no restart of the gateway (D14)${skipped}`,
    async () => {
      const { answered, failed, recoveredMs, databaseRestarts, ...wrong } = await fillDiskUnderLoad(engine, {
        fullForMs: 500,
        logToo: true,
      });
      expect(wrong).toEqual({ lost: [], problems: [] });
      process.stdout.write(
        `  ${name}: ${answered} answered calls, none lost; ${failed} failed; recovered ${Math.round(recoveredMs)} ms after there was room again` +
          ` (${databaseRestarts} starts of the database)\n`,
      );
      expect(recoveredMs).toBeLessThan(60_000);
    },
  );
}
