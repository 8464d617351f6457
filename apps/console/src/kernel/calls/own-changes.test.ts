import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOwnChanges } from './own-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('changes made in this tab', () => {
  it('are recognized by their calls, as are questions asked after their answers, in any order', () => {
    const own = createOwnChanges();
    const [before, after] = [{}, {}];
    const end = own.begin();
    own.askFor(before);
    end('one');
    own.askFor(after);
    expect([own.has('one'), own.has('of others')]).toEqual([true, false]);
    expect([before, after, {}].map((query) => own.isAskedSince('one', query))).toEqual([false, true, false]);
    own.begin()('two');
    expect(own.isAskedSince('two', after)).toBe(false);
    expect(own.isAskedSince('of others', after)).toBe(false);
  });

  it('delay events until they are answered, and their pages have reacted', async () => {
    const own = createOwnChanges();
    const ran: string[] = [];
    own.afterAnswers(() => ran.push('at once'));
    const ends = [own.begin(), own.begin()];
    own.afterAnswers(() => ran.push('behind both'));
    ends[0]?.('one');
    await vi.advanceTimersByTimeAsync(10);
    ends[1]?.('two');
    own.afterAnswers(() => ran.push('in its turn'));
    ran.push('the page');
    await vi.advanceTimersByTimeAsync(0);
    expect(ran).toEqual(['at once', 'the page', 'behind both', 'in its turn']);
  });

  it('delay events for at most a second', async () => {
    const own = createOwnChanges();
    const end = own.begin();
    const run = vi.fn();
    own.afterAnswers(run);
    await vi.advanceTimersByTimeAsync(999);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(1);
    end(undefined);
    await vi.advanceTimersByTimeAsync(1000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('are forgotten after many newer ones', () => {
    const own = createOwnChanges();
    for (let count = 0; count <= 500; count++) own.begin()(`call ${count}`);
    expect(['call 0', 'call 1', 'call 500'].map(own.has)).toEqual([false, true, true]);
  });
});
