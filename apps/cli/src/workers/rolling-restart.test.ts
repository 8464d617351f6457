import { expect, it } from 'vitest';
import { listeningLogger } from './fake-worker.ts';
import { createRollingRestart } from './rolling-restart.ts';

/** Places that note who is replaced and how many are at once. */
function notedSlots(count: number, fails = (_index: number) => false) {
  const replaced: number[] = [];
  let atOnce = 0;
  let most = 0;
  const slots = Array.from({ length: count }, (_, index) => ({
    async replace() {
      most = Math.max(most, ++atOnce);
      await Promise.resolve();
      atOnce--;
      if (fails(index)) throw new Error('no memory');
      replaced.push(index);
    },
  }));
  return { slots, replaced, maxAtOnce: () => most };
}

it('replaces one worker after another, and once more for all that was asked meanwhile', async () => {
  const { slots, replaced, maxAtOnce } = notedSlots(3);
  const restart = createRollingRestart(slots, listeningLogger());
  restart.want();
  expect(replaced).toEqual([]);
  restart.begin();
  restart.want();
  restart.want();
  await expect.poll(() => replaced).toEqual([0, 1, 2, 0, 1, 2]);
  expect(maxAtOnce()).toBe(1);
});

it('leaves the rest as it is when a new worker cannot start, and says so', async () => {
  const { slots, replaced } = notedSlots(3, (index) => index === 1);
  const logger = listeningLogger();
  const restart = createRollingRestart(slots, logger);
  restart.begin();
  restart.want();
  await expect.poll(() => logger.lines).toContain('the rolling restart has stopped: a new worker could not start {"error":"no memory"}');
  expect(replaced).toEqual([0]);
});

it('replaces nobody any more when the gateway stops', async () => {
  const { slots, replaced } = notedSlots(3);
  const logger = listeningLogger();
  const restart = createRollingRestart(slots, logger);
  restart.begin();
  restart.want();
  restart.end();
  await Promise.resolve();
  restart.want();
  await expect.poll(() => replaced).toEqual([0]);
  expect(logger.lines).toEqual(['a rolling restart begins {}']);
});
