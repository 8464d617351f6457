import { expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { openPlace } from './command.ts';

it('gatehouse connect-doctor shows the operator the steps of an unknown client, and the change to make (D57)', async () => {
  using place = openPlace();
  const port = await freePort();
  const env = { GATEHOUSE_BASE_URL: `http://localhost:${port}` };
  await using gateway = await place.start(['--port', `${port}`], { env });
  expect((await place.run(['connect-doctor'], { env })).stdout).toBe('No client tried to sign in during the last day.\n');
  const headers = { 'User-Agent': 'a client/1.0', 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  expect((await fetch(`http://localhost:${port}/mcp`, { method: 'POST', headers, body: '{}' })).status).toBe(401);
  await fetch(`http://localhost:${port}/.well-known/oauth-protected-resource/mcp`, { headers });
  await expect
    .poll(async () => (await place.json(['connect-doctor'], { env })).attempts, { timeout: 10_000 })
    .toMatchObject([
      { userAgent: 'a client/1.0', state: 'under_way', step: 'metadata', email: null, steps: [{ status: 401 }, { status: 200 }] },
    ]);
  await gateway.stop();
  const { stdout } = await place.run(['connect-doctor'], { env: { GATEHOUSE_BASE_URL: 'http://gatehouse.example' } });
  expect(stdout).toContain('Clients cannot sign in here: set GATEHOUSE_BASE_URL');
  expect(stdout).toMatch(
    /under way {2}a client\/1\.0\n {2}\d\d:\d\d:\d\d {2}challenge +401 {2}shown=nothing\n.* metadata +200 {2}path=\S+\n {2}It read the/,
  );
});
