import { dayMs } from '@gatehouse/domain';
import { expect, it } from 'vitest';
import { findAll, openTakeBackDesk } from '../../testing/take-back-desk.ts';
import type { Loose } from '../../testing/test-world.ts';

/**
 * Opens a desk with calls that change nothing. Like task changes before the history began, they have rows in the log but not in the history.
 */
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

it('reports changes from before the history that only the log contains, and none after that (D65, D67)', async () => {
  await using desk = await openOldDesk();
  const { world, ada, keyId, before, began } = desk;
  const { takeBackId } = await findAll(world, ada, { keyId, since: began - 2 * dayMs });
  const { items } = await world.ok(ada, 'list_take_back_items', { takeBackId });
  expect(items.map(({ itemId, expected, reason, others }: Loose) => ({ itemId, expected, reason, others }))).toEqual([
    { itemId: before, expected: 'left', reason: 'no_history', others: ['task'] },
  ]);
});

it('pages through the log, but does not read it for one call', async () => {
  await using desk = await openOldDesk();
  const { world, ada, key, keyId, began } = desk;
  world.clock.now = began - dayMs;
  const many = 205;
  for (let count = 0; count < many; count++) {
    const { taskId } = await world.ok(ada, 'create_task', { title: 'Ship' });
    await world.ok(key, 'update_task', { taskId, title: 'Ship' });
  }
  world.clock.now = began + 2 * dayMs;
  expect(await findAll(world, ada, { keyId, since: began - 2 * dayMs })).toMatchObject({ found: many + 1 });
  const { changes } = await world.ok(ada, 'list_changes', { taskId: desk.before });
  expect(await findAll(world, ada, { requestId: changes[0].requestId })).toMatchObject({ found: 1 });
});

it('does not read the log for changes made since the history began', async () => {
  await using desk = await openOldDesk();
  const { world, ada, keyId, began } = desk;
  let takeBack: Loose = await world.ok(ada, 'prepare_take_back', { keyId, since: began });
  let looks = 1;
  for (; takeBack.state === 'looking'; looks++) takeBack = await world.ok(ada, 'continue_take_back', { takeBackId: takeBack.takeBackId });
  // Versions, changes, and the entries.
  expect([looks, takeBack.found]).toEqual([3, 0]);
});
