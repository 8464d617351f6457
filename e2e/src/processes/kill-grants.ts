import { type Browser, goodPassword, openBrowser, openWindow, secretOf } from '../console/browser.ts';
import { givenEngine } from '../kit/engines.ts';
import { freePort } from '../kit/free-port.ts';
import type { Loose } from '../kit/world.ts';
import { beginConsent, callMcp, openClient, visit } from '../oauth/sign-in.ts';
import { done, killAmong, type Operation, problemsOf, same, type Wrong } from './kill-among.ts';
import { startServer } from './server.ts';

/** Number of concurrent operations of each step: 16 together. */
const ofEach = 2;

/** A running gateway, and its owner's browser. */
interface Place {
  url: string;
  orgId: string;
  owner: Browser;
}

type Client = ReturnType<typeof openClient> & { id: string; name: string };
type Prepare = (place: Place, client: Client) => Promise<Step>;

interface Step extends Operation {
  /** Returns faults: steps that are half done, and answered steps that are not done. */
  look(later: Place, isAnswered: boolean): Promise<Wrong>;
}

/**
 * Kills a server during the steps by which clients sign in and out. Afterwards each step is done or not, answered steps are done, and no
 * grant is incomplete: an existing grant has the consented access, and a missing one gives none.
 */
export async function killGrants(folder: string, killAfter: number): Promise<{ answered: number; wrong: Wrong }> {
  // The address that clients know stays the same.
  const url = `http://localhost:${await freePort()}`;
  const environment = { ...(await givenEngine.environment(folder)), GATEHOUSE_BASE_URL: url, GATEHOUSE_PORT: new URL(url).port };
  const server = await startServer(folder, environment);
  const owner = openBrowser(url);
  const founder = { secret: secretOf(server.setUpLink as string), email: 'owner@acme.test', name: 'Olive', password: goodPassword };
  const orgId: string = (await owner.ok('set_up', founder)).organizations[0].orgId;
  const place: Place = { url, orgId, owner };
  const operations: Step[] = [];
  for (const [step, prepare] of Object.entries(steps))
    for (let number = 0; number < ofEach; number++) {
      const client = openClient(url);
      const name = `${step} ${number}`;
      const id = (await client.register({ client_name: name })).body.client_id;
      operations.push(await prepare(place, { ...client, id, name }));
    }
  const answered = await killAmong(server, operations, killAfter);

  const again = await startServer(folder, environment);
  const wrong: Wrong = [];
  for (const one of operations) wrong.push(...(await one.look(place, answered.has(one))));
  await again.kill();
  return { answered: answered.size, wrong: [...wrong, ...(await problemsOf(folder, environment))] };
}

const steps: Record<string, Prepare> = {
  async registering(_place, client) {
    let id: string | undefined;
    return {
      call: async () => void (id = (await client.register({ client_name: 'registered' })).body.client_id),
      look: async ({ owner }, isAnswered) =>
        done('the registration', id !== undefined && (await isAsked(owner, client.authorization(id))), isAnswered),
    };
  },
  async asking(_place, client) {
    const browser = openBrowser('');
    let requestId: string | undefined;
    return {
      call: async () => void (requestId = await beginConsent(browser, client.authorization(client.id))),
      look: async ({ owner }, isAnswered) => [
        ...done('the request', requestId !== undefined && (await isOpen(owner, requestId)), isAnswered),
        ...same('asking again', true, await isAsked(owner, client.authorization(client.id))),
      ],
    };
  },
  async allowing({ owner, orgId }, client) {
    const requestId = await beginConsent(owner, client.authorization(client.id));
    const input = { requestId, access: 'read' };
    const agents = async (later: Place) => await agentsOf(later, client);
    return {
      call: () => owner.ok('allow_client', input, orgId),
      async look(later, isAnswered) {
        const isAllowed = (await agents(later)) === 1;
        const again = await later.owner.post('allow_client', input, { orgId: later.orgId });
        return [
          ...done('the consent', isAllowed, isAnswered),
          ...same('allowed and open', !isAllowed, again.status === 200),
          ...same('agents of one consent', 1, await agents(later)),
        ];
      },
    };
  },
  async returning({ url, owner: signedIn, orgId }, client) {
    const owner = openWindow(url, signedIn);
    const requestId = await beginConsent(owner, client.authorization(client.id));
    const { continueAt } = await owner.ok('allow_client', { requestId, access: 'read' }, orgId);
    let code: string | null | undefined;
    return {
      call: async () => void (code = codeIn(await visit(owner, continueAt))),
      async look(later, isAnswered) {
        code ??= codeIn(await visit(owner, continueAt));
        const { status, body } = code ? await client.exchange(client.id, code) : { status: 0, body: undefined };
        return [...done('the code', status === 200, isAnswered), ...(status === 200 ? await opens(later, body.access_token) : [])];
      },
    };
  },
  async exchanging(place, client) {
    const code = await codeFor(place, client);
    let tokens: Loose;
    return {
      call: async () => void (tokens = wanted(await client.exchange(client.id, code))),
      async look(later, isAnswered) {
        if (isAnswered) return await opens(later, tokens.access_token);
        const { status, body } = await client.exchange(client.id, code);
        // The code works, or was used. If it was used, the grant has ended and its agent is removed.
        if (status === 200) return await opens(later, body.access_token);
        return [...same('the code once more', 'invalid_grant', body.error), ...same('agents left', 0, await agentsOf(later, client))];
      },
    };
  },
  async refusing(place, client) {
    const code = await codeFor(place, client);
    return {
      async call() {
        const { status } = await client.exchange(client.id, code, { code_verifier: 'x'.repeat(43) });
        if (status !== 400) throw new Error(`answered ${status}`);
      },
      async look({ owner, orgId }, isAnswered) {
        const { agents } = await owner.ok('list_agents', { limit: 200 }, orgId);
        const { id: agentId } = agents.find(({ name }: Loose) => name === client.name);
        const { activity } = await owner.ok('list_activity', { agentId }, orgId);
        return done('the row of a refusal', activity.filter(({ tool }: Loose) => tool === 'oauth_token').length === 1, isAnswered);
      },
    };
  },
  async renewing(place, client) {
    const { refresh_token: former } = wanted(await client.exchange(client.id, await codeFor(place, client)));
    let tokens: Loose;
    return {
      call: async () => void (tokens = wanted(await client.refresh(client.id, former))),
      async look(later, isAnswered) {
        if (isAnswered) return await opens(later, tokens.access_token);
        const { status, body } = await client.refresh(client.id, former);
        return [
          ...same('renewing again after a lost answer', 200, status),
          ...(status === 200 ? await opens(later, body.access_token) : []),
        ];
      },
    };
  },
  async revoking(place, client) {
    const tokens = wanted(await client.exchange(client.id, await codeFor(place, client)));
    return {
      call: async () => void wanted(await client.revoke(client.id, tokens.refresh_token)),
      async look(later, isAnswered) {
        const isEnded = (await callMcp(later.url, tokens.access_token)).status === 401;
        return [
          ...done('the revocation', isEnded, isAnswered),
          ...same('agents of a grant that is over', isEnded ? 0 : 1, await agentsOf(later, client)),
          ...same('renewing it', isEnded ? 400 : 200, (await client.refresh(client.id, tokens.refresh_token)).status),
        ];
      },
    };
  },
};

async function codeFor({ url, owner: signedIn, orgId }: Place, client: Client): Promise<string> {
  const owner = openWindow(url, signedIn);
  const requestId = await beginConsent(owner, client.authorization(client.id));
  const { continueAt } = await owner.ok('allow_client', { requestId, access: 'read' }, orgId);
  const code = codeIn(await visit(owner, continueAt));
  if (!code) throw new Error('no code came back');
  return code;
}

function codeIn({ location }: { location: string | null }): string | null | undefined {
  return location === null ? undefined : new URL(location).searchParams.get('code');
}

/** Returns the body of a successful answer. Other answers count as broken off. */
function wanted({ status, body }: { status: number; body: Loose }): Loose {
  if (status !== 200) throw new Error(`answered ${status}`);
  return body;
}

async function opens({ url }: Place, token: string): Promise<Wrong> {
  return same('a call with the token', 200, (await callMcp(url, token)).status);
}

const isOpen = async (owner: Browser, requestId: string) => (await owner.post('read_client_request', { requestId })).status === 200;

const isAsked = async (owner: Browser, address: URL) => (await visit(owner, address)).location?.includes('/app/allow/') ?? false;

/** Number of agents of a client, each of which has registered under its own name. */
async function agentsOf({ owner, orgId }: Place, { name }: Client): Promise<number> {
  const { agents } = await owner.ok('list_agents', { limit: 200 }, orgId);
  return agents.filter((agent: Loose) => agent.name === name).length;
}
