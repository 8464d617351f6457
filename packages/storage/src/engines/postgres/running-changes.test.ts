import { expect, it } from 'vitest';
import { createRunningChanges } from './running-changes.ts';

it('returns the age of the oldest running change, in any order of ends', () => {
  let now = 1000;
  const running = createRunningChanges(() => now);
  expect(running.oldestMs()).toBe(0);
  const first = running.begin();
  now += 10;
  const second = running.begin();
  now += 5;
  expect(running.oldestMs()).toBe(15);
  running.end(first);
  expect(running.oldestMs()).toBe(5);
  now += 1;
  const third = running.begin();
  running.end(second);
  expect([third, running.oldestMs()]).toEqual([first, 0]);
  running.end(third);
  expect(running.oldestMs()).toBe(0);
});
