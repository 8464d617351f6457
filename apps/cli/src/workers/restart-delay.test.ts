import { expect, it } from 'vitest';
import { restartDelayMs } from './restart-delay.ts';

it('a worker that has served well is started again at once, one that fails again and again ever later', () => {
  expect([0, 1, 2, 3, 6, 7, 1000].map(restartDelayMs)).toEqual([0, 500, 1000, 2000, 16_000, 30_000, 30_000]);
});
