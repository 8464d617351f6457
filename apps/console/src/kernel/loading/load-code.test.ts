import { describe, expect, it, vi } from 'vitest';
import { CodeFault, loadCode } from './load-code.ts';

const address = 'https://gatehouse.test/app/assets/tasks-page-B7x.js';
const failing = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`));
const missingStyle = () => Promise.reject(new Error('Unable to preload CSS for /app/assets/tasks.css'));
const page = { TasksPage: () => null };

function ways(answers: (() => Promise<unknown>)[]) {
  const whenAnswered = vi.fn(async () => {});
  const loadFrom = vi.fn(async (_address: string) => await (answers.shift() ?? failing)());
  return { isOnline: () => true, whenAnswered, loadFrom, loadStyles: vi.fn(async () => {}) };
}

describe('loadCode', () => {
  it('does not check the gateway for code that loads', async () => {
    const given = ways([]);
    expect(await loadCode(async () => page, 'TasksPage', given)).toBe(page.TasksPage);
    expect(given.whenAnswered).not.toHaveBeenCalled();
  });

  it('requests nothing while the gateway is known to be unavailable', async () => {
    const answered = Promise.withResolvers<void>();
    const load = vi.fn(async () => page);
    const loading = loadCode(load, 'TasksPage', { ...ways([]), isOnline: () => false, whenAnswered: () => answered.promise });
    expect(load).not.toHaveBeenCalled();
    answered.resolve();
    expect(await loading).toBe(page.TasksPage);
    expect(load).toHaveBeenCalledOnce();
  });

  it('waits for the gateway and loads from a new address each time', async () => {
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

  it('reloads the styles before the code that needs them', async () => {
    const given = ways([async () => page]);
    const load = vi.fn<() => Promise<typeof page>>().mockImplementationOnce(missingStyle).mockImplementationOnce(failing);
    expect(await loadCode(load, 'TasksPage', given)).toBe(page.TasksPage);
    expect([given.whenAnswered, given.loadStyles].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  });

  it.each([
    ['the gateway no longer has the file', failing, []],
    ['the file is of another version', failing, Array.from({ length: 4 }, () => async () => ({ t: 1 }))],
    ['a style sheet is missing', missingStyle, []],
  ])('reports a fault if %s', async (_what, load, answers) => {
    await expect(loadCode(load as () => Promise<typeof page>, 'TasksPage', ways(answers))).rejects.toBeInstanceOf(CodeFault);
  });
});
