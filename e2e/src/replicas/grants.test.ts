import { expect, it } from 'vitest';
import { type Browser, goodPassword, openBrowser, openWindow, secretOf } from '../console/browser.ts';
import { freePort } from '../kit/free-port.ts';
import { type Listening, listen } from '../mcp/listen.ts';
import { callMcp, consent, openClient } from '../oauth/sign-in.ts';
import { forEachEngine, openReplicas, type ReplicasEngine } from './replicas-world.ts';

const clients = 6;
/** So many at once that each gateway has some of them. */
const callsAtOnce = 24;

/** Two gateways, the owner's browser, and how others come and sign clients in. */
async function openSigningReplicas(engine: ReplicasEngine) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const world = await openReplicas({ count: 2, engine, port, variables: { GATEHOUSE_BASE_URL: url } });
  const owner = openBrowser(url);
  const env = { ...world.environment, GATEHOUSE_LOG: 'error' };
  const { link } = await world.place.json(['people', 'setup-link'], { env });
  const founder = { secret: secretOf(link), email: 'owner@acme.test', name: 'Olive', password: goodPassword };
  const orgId: string = (await owner.ok('set_up', founder)).organizations[0].orgId;

  /** Makes calls at once on separate connections, so that each gateway gets some of them. */
  const together = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: callsAtOnce }, ask));

  /** Gets a code. Requests use any free connection, so both gateways serve the steps of a client. */
  async function codeFor(who: Browser, name: string) {
    const client = openClient(url);
    const { client_id: clientId } = (await client.register({ client_name: name })).body;
    const back = await consent(openWindow(url, who), client.authorization(clientId), { orgId });
    return { client, clientId, code: back.searchParams.get('code') as string };
  }

  return {
    url,
    owner,
    orgId,
    together,
    doctor: async () => (await world.place.json(['connect-doctor'], { env })).attempts,
    async join(email: string, role: string): Promise<Browser> {
      const browser = openBrowser(url);
      const invited = await owner.ok('invite_person', { email, role }, orgId);
      await browser.ok('accept_invitation', { secret: secretOf(invited.link), name: email, password: goodPassword });
      return browser;
    },
    codeFor,
    async signIn(who: Browser, name: string) {
      const { client, clientId, code } = await codeFor(who, name);
      return { client, clientId, tokens: (await client.exchange(clientId, code)).body };
    },
    async statuses(token: string) {
      const answers = await together(() => callMcp(url, token));
      return [...new Set(answers.map(({ status }) => status))];
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

forEachEngine((engine) => {
  it('two gateways sign clients in together, and each immediately knows grants that the other has ended (D46)', async () => {
    await using world = await openSigningReplicas(engine);
    const { owner, orgId, signIn, statuses } = world;
    const signed = await Promise.all(Array.from({ length: clients }, (_, number) => signIn(owner, `client ${number}`)));
    for (const { tokens } of signed) expect(await statuses(tokens.access_token)).toEqual([200]);
    // Requests to both gateways count as one attempt.
    await expect
      .poll(async () => (await world.doctor()).map(lineOf).sort(), { timeout: 10_000 })
      .toEqual(signed.map((_, number) => `client ${number}: connected by registration authorization consent return token`));
    const [removed, revoked, renewed] = signed;
    const { agents } = await owner.ok('list_agents', {}, orgId);
    await owner.ok('remove_agent', { agentId: agents.find(({ name }: { name: string }) => name === 'client 0').id }, orgId);
    expect(await statuses(removed?.tokens.access_token)).toEqual([401]);
    await revoked?.client.revoke(revoked.clientId, revoked.tokens.refresh_token);
    expect(await statuses(revoked?.tokens.access_token)).toEqual([401]);
    // All processes get a request with the same token at the same time. Each answer is valid, because the others may be lost.
    const again = await Promise.all([1, 2, 3, 4].map(() => renewed?.client.refresh(renewed.clientId, renewed.tokens.refresh_token)));
    for (const answer of again) expect(await statuses(answer?.body.access_token)).toEqual([200]);

    // A code that both gateways are shown at once gives tokens once at most.
    const { client: raced, clientId, code } = await world.codeFor(owner, 'Raced');
    const answers = await world.together(() => raced.exchange(clientId, code));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);

    const bob = await world.join('bob@acme.test', 'admin');
    const bobs = await signIn(bob, 'Bobs');
    expect(await statuses(bobs.tokens.access_token)).toEqual([200]);
    await owner.ok('remove_person', { email: 'bob@acme.test' }, orgId);
    expect(await statuses(bobs.tokens.access_token)).toEqual([401]);
    expect((await bobs.client.refresh(bobs.clientId, bobs.tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('a client whose person gets a lower role sees less at the next call in either gateway, and receives no more events (D12)', async () => {
    await using world = await openSigningReplicas(engine);
    const { url, owner, orgId, together, signIn } = world;
    const bob = await world.join('bob@acme.test', 'admin');
    const { client, clientId, tokens } = await signIn(bob, 'Bobs');
    const makers = await signIn(owner, 'Makers');
    const make = async (tool: string, input: object) =>
      (await callMcp(url, makers.tokens.access_token, tool, input)).result.structuredContent;
    const { id: folderId } = await owner.ok('create_folder', { name: 'Board' }, orgId);
    const { docId: hidden } = await make('create_doc', { title: 'Minutes', bodyMarkdown: 'old', folderId });
    const { docId: open } = await make('create_doc', { title: 'Menu', bodyMarkdown: 'old' });
    const sees = async (token: string) => {
      const answers = await together(() => callMcp(url, token, 'read_doc', { docId: hidden }));
      return [...new Set(answers.map(({ result }) => result._meta?.['gatehouse/error']?.reason ?? 'seen'))];
    };
    expect(await sees(tokens.access_token)).toEqual(['seen']);
    const uriOf = (docId: string) => `gatehouse://docs/${docId}`;
    const streams = await together(() => listen(`${url}/mcp`, tokens.access_token, [uriOf(hidden), uriOf(open)]));
    const opened = streams.filter(isOpen);
    expect(opened.length).toBeGreaterThan(2);
    for (const stream of opened) expect((await stream.next())?.method).toBe('notifications/subscriptions/acknowledged');
    await make('edit_doc', { docId: hidden, oldText: 'old', newText: 'older' });
    for (const stream of opened) expect((await stream.next())?.params?.uri).toBe(uriOf(hidden));

    await owner.ok('set_person_role', { email: 'bob@acme.test', role: 'member' }, orgId);
    expect(await sees(tokens.access_token)).toEqual(['no_such_item']);
    const renewed = await client.refresh(clientId, tokens.refresh_token);
    expect(await sees(renewed.body.access_token)).toEqual(['no_such_item']);
    for (const docId of [hidden, open])
      expect(await make('edit_doc', { docId, oldText: 'old', newText: 'new' })).toMatchObject({ versionCount: expect.any(Number) });
    for (const stream of opened) expect((await stream.next())?.params?.uri).toBe(uriOf(open));
  });
});

function isOpen(stream: Awaited<ReturnType<typeof listen>>): stream is Listening {
  return stream.next !== undefined;
}

function lineOf({ client, state, steps }: { client: string; state: string; steps: { step: string }[] }): string {
  return `${client}: ${state} by ${steps.map(({ step }) => step).join(' ')}`;
}
