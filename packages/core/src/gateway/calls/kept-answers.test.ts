import { expect, it, vi } from 'vitest';
import { createWorld } from '../../testing/test-world.ts';

it('keeps answers of one organization within 64 MiB, counted after every 4 MiB of them and their rows (D70.4)', {
  timeout: 300_000,
}, async () => {
  await using world = await createWorld();
  const key = await world.key(world.owner, 'write');
  const trim = vi.spyOn(world.store.idempotentCalls, 'trim');
  const notes = '€'.repeat(2000);
  let kept = 0;
  for (let count = 0; trim.mock.calls.length === 0; count++) {
    expect(kept).toBeLessThan(4 * 1024 * 1024);
    const answer = await world.gateway.call({
      tool: 'create_task',
      credential: { type: 'key', key },
      origin: { entrance: 'http' },
      requestId: `req_${count}`,
      readArguments: () => ({ title: 'Ship', notes }),
      argumentBytes: 6000,
      idempotencyKey: `ship-${count}`,
    });
    if (!answer.ok) throw answer.error;
    kept += Buffer.byteLength(answer.json) + 512;
  }
  expect(kept).toBeGreaterThanOrEqual(4 * 1024 * 1024);
  expect(trim.mock.calls).toEqual([[world.orgId, 64 * 1024 * 1024]]);
});
