import { describe, expect, it, vi } from 'vitest';
import { CodeFault, loadCode } from './load-code.ts';

const address = 'https://gatehouse.test/app/assets/tasks-page-B7x.js';
const failing = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`));
const page = { TasksPage: () => null };

function ways(answers: (() => Promise<unknown>)[]) {
  const whenAnswered = vi.fn(async () => {});
  const loadFrom = vi.fn(async (_address: string) => await (answers.shift() ?? failing)());
  return { whenAnswered, loadFrom };
}

describe('loadCode', () => {
  it('asks nobody about what loads', async () => {
    const given = ways([]);
    expect(await loadCode(async () => page, 'TasksPage', given)).toBe(page.TasksPage);
    expect(given.whenAnswered).not.toHaveBeenCalled();
  });

  it('waits for the gateway and loads under another address each time', async () => {
    const given = ways([failing, async () => page]);
    const answered = Promise.withResolvers<void>();
    given.whenAnswered.mockReturnValueOnce(answered.promise);
    const loading = loadCode(failing, 'TasksPage', given);
    await new Promise((resolve) => setTimeout(resolve));
    expect(given.loadFrom).not.toHaveBeenCalled();
    answered.resolve();
    expect(await loading).toBe(page.TasksPage);
    expect(given.loadFrom.mock.calls).toEqual([[`${address}?again=1`], [`${address}?again=2`]]);
  });

  it.each([
    ['the gateway has the file no more', failing, []],
    ['the file is of another version', failing, Array.from({ length: 3 }, () => async () => ({ t: 1 }))],
    ['a style sheet is missing', () => Promise.reject(new Error('Unable to preload CSS for /app/assets/tasks.css')), []],
  ])('says so where %s', async (_what, load, answers) => {
    await expect(loadCode(load as () => Promise<typeof page>, 'TasksPage', ways(answers))).rejects.toBeInstanceOf(CodeFault);
  });
});
