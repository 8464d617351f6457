import { type Authenticator, createAuthenticator } from '@gatehouse/core/testing';
import { type CompanyServer, clientId, openCompanyServer } from '../company/company-server.ts';
import { type Browser, openBrowser, goodPassword as password, secretOf } from '../console/browser.ts';
import { givenEngine } from '../kit/engines.ts';
import type { Loose } from '../kit/world.ts';
import { credential as clientSecret } from '../secrets/planted.ts';
import { done, killAmong, type Operation, problemsOf, same, type Wrong } from './kill-among.ts';
import { startServer } from './server.ts';

/** Number of concurrent operations of each kind: 16 together. */
const ofEach = 2;

/** A running gateway, before it is killed or afterwards. */
interface Place {
  url: string;
  /** Origin of its pages, to which passkeys belong. */
  origin: string;
  company: CompanyServer;
}

interface Checked extends Operation {
  /** Returns faults: operations that are half done, and answered operations that are not done. */
  look(later: Place, isAnswered: boolean): Promise<Wrong>;
}

interface People extends Place {
  join(email: string): Promise<Browser>;
  invite(email: string): Promise<string>;
}

type Prepare = (people: People, name: string) => Promise<Checked>;

/**
 * Kills a server while people change how they sign in: by passkeys, by the company, with another address, and by removing ways. Afterwards
 * each change is done or not done, answered changes are done, and one-time secrets stay used.
 */
export async function killWaysIn(folder: string, killAfter: number): Promise<{ answered: number; wrong: Wrong }> {
  await using company = await openCompanyServer(clientSecret);
  const environment = {
    ...(await givenEngine.environment(folder)),
    GATEHOUSE_OIDC_ISSUER: company.issuer,
    GATEHOUSE_OIDC_CLIENT_ID: clientId,
    GATEHOUSE_OIDC_CLIENT_SECRET: clientSecret,
  };
  const server = await startServer(folder, environment);
  const { url } = server;
  const { origin } = new URL(server.setUpLink as string);
  company.register(`${origin}/app/company/callback`);
  const people = await openPeople({ url, origin, company }, server.setUpLink as string);
  const operations: Checked[] = [];
  for (const [name, prepare] of Object.entries(kinds))
    for (let number = 0; number < ofEach; number++) operations.push(await prepare(people, `${name}-${number}`));
  const answered = await killAmong(server, operations, killAfter);

  const again = await startServer(folder, environment);
  const laterOrigin = `http://localhost:${new URL(again.url).port}`;
  company.register(`${laterOrigin}/app/company/callback`);
  const later: Place = { url: again.url, origin: laterOrigin, company };
  const wrong: Wrong = [];
  for (const one of operations) wrong.push(...(await one.look(later, answered.has(one))));
  await again.kill();
  return { answered: answered.size, wrong: [...wrong, ...(await problemsOf(folder, environment))] };
}

const kinds: Record<string, Prepare> = {
  async adding(people, name) {
    const member = await people.join(addressOf(name));
    const authenticator = createAuthenticator({ origin: people.origin });
    const { options } = await member.ok('begin_passkey', { password });
    const input = { name: 'Laptop', passkey: authenticator.create(options) };
    return {
      call: () => member.ok('add_passkey', input),
      async look(later, isAnswered) {
        const isListed = (await passkeysOf(later, name)).length === 1;
        return [
          ...done(`${name}: the passkey`, isListed, isAnswered),
          ...same(`${name}: listed and signing in`, isListed, await signsIn(later, authenticator)),
          // One challenge adds one passkey.
          ...same(
            `${name}: added twice`,
            false,
            isListed && (await signedIn(later, name).then((one) => isAccepted(one, 'add_passkey', input))),
          ),
        ];
      },
    };
  },
  async removing(people, name) {
    const member = await people.join(addressOf(name));
    const authenticator = createAuthenticator({ origin: people.origin });
    const { id: passkeyId } = await addPasskey(member, authenticator);
    return {
      call: () => member.ok('remove_passkey', { passkeyId, password }),
      async look(later, isAnswered) {
        const isRemoved = (await passkeysOf(later, name)).length === 0;
        return [
          ...done(`${name}: the removal`, isRemoved, isAnswered),
          ...same(`${name}: removed and signing in`, !isRemoved, await signsIn(later, authenticator)),
        ];
      },
    };
  },
  async entering(people, name) {
    const authenticator = createAuthenticator({ origin: people.origin });
    await addPasskey(await people.join(addressOf(name)), authenticator);
    const browser = openBrowser(people.url);
    const passkey = authenticator.get((await browser.ok('begin_passkey_sign_in')).options);
    return {
      call: () => browser.ok('sign_in_passkey', { passkey }),
      async look(later, isAnswered) {
        const hasSession = await isAccepted(openBrowser(later.url, browser.cookies), 'my_account');
        return [
          ...done(`${name}: the session`, hasSession, isAnswered),
          ...same(`${name}: signing in again`, true, await signsIn(later, authenticator)),
        ];
      },
    };
  },
  async moving(people, name) {
    const member = await people.join(addressOf(name));
    return {
      call: () => member.ok('change_email', { email: addressOf(`${name}-new`), password }),
      async look(later, isAnswered) {
        const isMoved = await opens(later, `${name}-new`);
        return [
          ...done(`${name}: the new address`, isMoved, isAnswered),
          ...same(`${name}: the former address`, !isMoved, await opens(later, name)),
        ];
      },
    };
  },
  async leaving(people, name) {
    const member = await people.join(addressOf(name));
    await addPasskey(member, createAuthenticator({ origin: people.origin }));
    return {
      call: () => member.ok('delete_account', { password }),
      look: async (later, isAnswered) => done(`${name}: the deletion`, !(await opens(later, name)), isAnswered),
    };
  },
  async linking(people, name) {
    const member = await people.join(addressOf(name));
    const query = await goThere(people, member, name, { link: true, password });
    return {
      call: () => member.ok('finish_company_sign_in', { query }),
      async look(later, isAnswered) {
        const isLinked = (await identitiesOf(later, name)).length === 1;
        return [
          ...done(`${name}: the link`, isLinked, isAnswered),
          ...same(`${name}: linked and signing in`, isLinked, await entersByCompany(later, name)),
          ...same(
            `${name}: used twice`,
            false,
            isLinked && (await isAccepted(openBrowser(later.url, member.cookies), 'finish_company_sign_in', { query })),
          ),
        ];
      },
    };
  },
  async unlinking(people, name) {
    const member = await people.join(addressOf(name));
    await member.ok('finish_company_sign_in', { query: await goThere(people, member, name, { link: true, password }) });
    const [identity] = (await member.ok('list_company_identities')).identities;
    return {
      call: () => member.ok('unlink_company_identity', { companyIdentityId: identity.id, password }),
      async look(later, isAnswered) {
        const isUnlinked = (await identitiesOf(later, name)).length === 0;
        return [
          ...done(`${name}: the unlinking`, isUnlinked, isAnswered),
          ...same(`${name}: unlinked and signing in`, !isUnlinked, await entersByCompany(later, name)),
        ];
      },
    };
  },
  async joining(people, name) {
    const secret = await people.invite(addressOf(name));
    const browser = openBrowser(people.url);
    const query = await goThere(people, browser, name, { secret });
    return {
      call: () => browser.ok('finish_company_sign_in', { query }),
      async look(later, isAnswered) {
        const hasJoined = await entersByCompany(later, name);
        return [
          ...done(`${name}: the account`, hasJoined, isAnswered),
          ...same(`${name}: the invitation`, !hasJoined, await isAccepted(openBrowser(later.url), 'read_link', { secret })),
        ];
      },
    };
  },
};

async function openPeople(place: Place, setUpLink: string): Promise<People> {
  const inviter = openBrowser(place.url);
  const founder = { secret: secretOf(setUpLink), email: 'owner@acme.test', name: 'Olive', password };
  const { organizations } = await inviter.ok('set_up', founder);
  const invite = async (email: string) => secretOf((await inviter.ok('invite_person', { email }, organizations[0].orgId)).link);
  return {
    ...place,
    invite,
    async join(email) {
      const browser = openBrowser(place.url);
      await browser.ok('accept_invitation', { secret: await invite(email), password });
      return browser;
    },
  };
}

const addressOf = (name: string) => `${name}@acme.test`;

const isAccepted = async (browser: Browser, tool: string, input: object = {}) => (await browser.post(tool, input)).status === 200;

/** True if an address and the password sign in. */
const opens = (later: Place, name: string) => isAccepted(openBrowser(later.url), 'sign_in', { email: addressOf(name), password });

async function signedIn(later: Place, name: string): Promise<Browser> {
  const browser = openBrowser(later.url);
  await browser.ok('sign_in', { email: addressOf(name), password });
  return browser;
}

async function passkeysOf(later: Place, name: string): Promise<Loose[]> {
  return (await (await signedIn(later, name)).ok('list_passkeys')).passkeys;
}

async function identitiesOf(later: Place, name: string): Promise<Loose[]> {
  return (await (await signedIn(later, name)).ok('list_company_identities')).identities;
}

async function addPasskey(browser: Browser, authenticator: Authenticator): Promise<Loose> {
  const { options } = await browser.ok('begin_passkey', { password });
  return await browser.ok('add_passkey', { name: 'Laptop', passkey: authenticator.create(options) });
}

async function signsIn(later: Place, authenticator: Authenticator): Promise<boolean> {
  const browser = openBrowser(later.url);
  const { options } = await browser.ok('begin_passkey_sign_in');
  return await isAccepted(browser, 'sign_in_passkey', { passkey: authenticator.get(options, { origin: later.origin }) });
}

/** Returns the query with which a browser comes back from the company. The person there has the name of the operation. */
async function goThere({ company }: Place, browser: Browser, name: string, input: object = {}): Promise<string> {
  company.colleagues.set(name, { email: `${name}@company.test`, email_verified: true, name });
  return await company.visit((await browser.ok('begin_company_sign_in', input)).address, name);
}

async function entersByCompany(later: Place, name: string): Promise<boolean> {
  const browser = openBrowser(later.url);
  return await isAccepted(browser, 'finish_company_sign_in', { query: await goThere(later, browser, name) });
}
