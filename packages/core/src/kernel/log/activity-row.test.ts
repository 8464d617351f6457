import { expect, it } from 'vitest';
import { createWorld } from '../../testing/test-world.ts';

it('logs client names in printable characters, so that they cannot control the terminal of a reader (D15)', async () => {
  await using world = await createWorld();
  const key = await world.key(world.owner, 'write');
  const { docId } = await world.ok(key, 'create_doc', { title: 'Plan' });
  await world.ok(key, 'read_doc', { docId, agentName: 'Zoë\u202e\u001b[31m\nred' });
  const { activity } = await world.ok(world.owner, 'list_activity', { tool: 'read_doc' });
  expect(activity).toMatchObject([{ agentName: 'Zoë  [31m red', outcome: 'ok' }]);
});

it('cuts client names at 200 characters, and never within one', async () => {
  await using world = await createWorld();
  const key = await world.key(world.owner, 'write');
  await world.call(key, `a${'😀'.repeat(300)}`);
  const { activity } = await world.ok(world.owner, 'list_activity', { outcome: 'not_found' });
  expect(activity).toMatchObject([{ tool: `a${'😀'.repeat(199)}` }]);
});
