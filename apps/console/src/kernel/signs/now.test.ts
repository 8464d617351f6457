import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.useRealTimers());

it('is current after a long time without listeners', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const { currentNow } = await import('./now.ts');
  expect(currentNow()).toBe(1_000_000);
  vi.setSystemTime(1_000_000 + 3_600_000);
  expect(currentNow()).toBe(4_600_000);
});
