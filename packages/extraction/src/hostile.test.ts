import { expect, it } from 'vitest';
import { extract } from './extract.ts';
import { hostileFiles } from './testing/hostile-files.ts';

it.each(hostileFiles)('refuses %s with its reason (D75)', async (_what, source, bytes, reason) => {
  const began = process.cpuUsage();
  expect(await extract(source, bytes)).toEqual({ state: 'failed', reason });
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(20_000);
});

it('covers at least forty kinds of hostile files', () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(40);
});
