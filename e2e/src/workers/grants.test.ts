import { expect, it } from 'vitest';
import { type Browser, goodPassword, openBrowser, openWindow, secretOf } from '../console/browser.ts';
import { freePort } from '../free-port.ts';
import { callMcp, consent, openClient } from '../oauth/sign-in.ts';
import { forEachEngine, openWorkers } from './workers-world.ts';

const clients = 6;
/** So many at once that each worker has some of them. */
const callsAtOnce = 24;

forEachEngine((engine) => {
  it('two workers sign clients in together, and each knows at once what the other has ended (D46)', async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    await using world = await openWorkers({ workers: 2, engine, port, variables: { GATEHOUSE_BASE_URL: url } });
    const owner = openBrowser(url);
    const env = { ...world.environment, GATEHOUSE_LOG: 'error' };
    const { link } = await world.place.json(['people', 'setup-link'], { env });
    const founder = { secret: secretOf(link), email: 'owner@acme.test', name: 'Olive', password: goodPassword };
    const orgId: string = (await owner.ok('set_up', founder)).organizations[0].orgId;

    async function join(email: string, role: string): Promise<Browser> {
      const browser = openBrowser(url);
      const invited = await owner.ok('invite_person', { email, role }, orgId);
      await browser.ok('accept_invitation', { secret: secretOf(invited.link), name: email, password: goodPassword });
      return browser;
    }

    /** Each request goes over whichever connection is free: the steps of one client fall to both workers. */
    async function signIn(who: Browser, name: string) {
      const client = openClient(url);
      const { client_id: clientId } = (await client.register({ client_name: name })).body;
      const back = await consent(openWindow(url, who), client.authorization(clientId), { orgId });
      const { body } = await client.exchange(clientId, back.searchParams.get('code') as string);
      return { client, clientId, tokens: body };
    }

    const statuses = async (token: string) => {
      const answers = await Promise.all(Array.from({ length: callsAtOnce }, () => callMcp(url, token)));
      return [...new Set(answers.map(({ status }) => status))];
    };

    const signed = await Promise.all(Array.from({ length: clients }, (_, number) => signIn(owner, `client ${number}`)));
    for (const { tokens } of signed) expect(await statuses(tokens.access_token)).toEqual([200]);
    // What either worker was asked is one attempt.
    await expect
      .poll(async () => (await world.place.json(['connect-doctor'], { env })).attempts.map(lineOf).sort(), { timeout: 10_000 })
      .toEqual(signed.map((_, number) => `client ${number}: connected by registration authorization consent return token`));
    const [removed, revoked, renewed] = signed;
    const { agents } = await owner.ok('list_agents', {}, orgId);
    await owner.ok('remove_agent', { agentId: agents.find(({ name }: { name: string }) => name === 'client 0').id }, orgId);
    expect(await statuses(removed?.tokens.access_token)).toEqual([401]);
    await revoked?.client.revoke(revoked.clientId, revoked.tokens.refresh_token);
    expect(await statuses(revoked?.tokens.access_token)).toEqual([401]);
    // Asked for at once everywhere with one token: each answer is good, for the others may be lost.
    const again = await Promise.all([1, 2, 3, 4].map(() => renewed?.client.refresh(renewed.clientId, renewed.tokens.refresh_token)));
    for (const answer of again) expect(await statuses(answer?.body.access_token)).toEqual([200]);

    const bob = await join('bob@acme.test', 'admin');
    const bobs = await signIn(bob, 'Bobs');
    expect(await statuses(bobs.tokens.access_token)).toEqual([200]);
    await owner.ok('remove_person', { email: 'bob@acme.test' }, orgId);
    expect(await statuses(bobs.tokens.access_token)).toEqual([401]);
    expect((await bobs.client.refresh(bobs.clientId, bobs.tokens.refresh_token)).body.error).toBe('invalid_grant');
  });
});

function lineOf({ client, state, steps }: { client: string; state: string; steps: { step: string }[] }): string {
  return `${client}: ${state} by ${steps.map(({ step }) => step).join(' ')}`;
}
