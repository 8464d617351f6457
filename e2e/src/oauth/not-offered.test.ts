import { expect, it } from 'vitest';
import { openBrowser } from '../console/browser.ts';
import { type Loose, openWorld } from '../kit/world.ts';
import { callMcp, openClient, visit } from './sign-in.ts';

/** D47 */
it('a gateway without sign-in answers its addresses like unknown ones, to the byte', async () => {
  await using world = await openWorld();
  const paths = ['/oauth/auth', '/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server/oauth', '/mcp/key'];
  const answers = await Promise.all(
    ['/nothing', ...paths].map(async (path) => {
      const response = await fetch(`${world.url}${path}`);
      const headers = [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
      return { status: response.status, headers, body: await response.text() };
    }),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]?.status).toBe(404);
  for (const bearer of [undefined, `gto_${'0'.repeat(49)}`, `gth_${'0'.repeat(49)}`]) {
    const { status, challenge, body } = await callMcp(world.url, bearer);
    const message = bearer === undefined ? expect.stringContaining('needs a key') : expect.stringContaining('this is not a Gatehouse key');
    expect([status, challenge, body]).toEqual([401, 'Bearer', { error: { code: 'unauthorized', message } }]);
  }
});

it('a gateway that cannot read client documents does not offer them, and lets clients register', async () => {
  await using world = await openWorld({ signIn: { getDocument: undefined }, clock: { now: Date.now() } });
  const metadata: Loose = await (await fetch(`${world.url}/.well-known/oauth-authorization-server/oauth`)).json();
  expect(metadata).not.toHaveProperty('client_id_metadata_document_supported');
  expect(metadata.registration_endpoint).toBe(`${world.url}/oauth/reg`);
  const client = openClient(world.url);
  expect((await visit(openBrowser(world.url), client.authorization('https://client.test/client.json'))).status).toBe(400);
  expect((await visit(openBrowser(world.url), client.authorization((await client.register()).body.client_id))).status).toBe(303);
  expect(world.faults).toEqual([]);
});
