import { dayMs } from '@gatehouse/domain';
import { expect, it } from 'vitest';
import { findAll, openTakeBackDesk } from '../../testing/take-back-desk.ts';
import type { Loose } from '../../testing/test-world.ts';

/** A call that changes nothing has no row in the history, as every change of a task had none once: only the log knows of it. */
async function openOldDesk() {
  const desk = await openTakeBackDesk();
  const { world, ada, key } = desk;
  const touch = async () => {
    const { taskId } = await world.ok(ada, 'create_task', { title: 'Ship' });
    world.clock.now++;
    await world.ok(key, 'update_task', { taskId, title: 'Ship' });
    return taskId as string;
  };
  const began = world.clock.now;
  world.clock.now -= dayMs;
  const before = await touch();
  world.clock.now += 2 * dayMs;
  return { ...desk, before, behind: await touch(), began };
}

it('tells of what only the log knows of from before the history, and not from behind its beginning (D65, D67)', async () => {
  await using desk = await openOldDesk();
  const { world, ada, keyId, before, began } = desk;
  const { takeBackId } = await findAll(world, ada, { keyId, since: began - 2 * dayMs });
  const { items } = await world.ok(ada, 'list_take_back_items', { takeBackId });
  expect(items.map(({ itemId, expected, reason, others }: Loose) => ({ itemId, expected, reason, others }))).toEqual([
    { itemId: before, expected: 'left', reason: 'no_history', others: ['task'] },
  ]);
});

it('does not look through the log for what was made since the history began', async () => {
  await using desk = await openOldDesk();
  const { world, ada, keyId, began } = desk;
  let takeBack: Loose = await world.ok(ada, 'prepare_take_back', { keyId, since: began });
  let looks = 1;
  for (; takeBack.state === 'looking'; looks++) takeBack = await world.ok(ada, 'continue_take_back', { takeBackId: takeBack.takeBackId });
  // Versions, changes, and the entries.
  expect([looks, takeBack.found]).toEqual([3, 0]);
});
