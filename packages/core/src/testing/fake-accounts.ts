import { createAuthenticator } from './fake-authenticator.ts';
import { type Browser, openBrowser, setUpOwner } from './fake-browser.ts';
import { createFakeCompany, finish } from './fake-company.ts';
import { createWorld, type World, type WorldOptions } from './test-world.ts';

const origin = 'https://gate.example';

/** A world with its owner, who has a password, and with Ada, who signs in through the company and has none. */
export async function openTwoAccounts(options: WorldOptions = {}) {
  const company = createFakeCompany();
  const world = await createWorld({ company, consoleUrl: origin, ...options });
  const owner = await setUpOwner(world);
  await owner.ok('allow_domain', { domain: 'company.test' }, world.orgId);
  const ada = openBrowser(world);
  await finish(ada);
  return { world, company, owner, ada, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

export async function addPasskey(browser: Browser, input: object = {}): Promise<string> {
  const { options } = await browser.ok('begin_passkey', input);
  const passkey = createAuthenticator({ origin }).create(options);
  return (await browser.ok('add_passkey', { name: 'Laptop', passkey })).id;
}

/** Ways to sign in to an account, as the tools list them. */
export async function waysOf(browser: Browser) {
  const { account } = await browser.ok('my_account');
  const { passkeys } = await browser.ok('list_passkeys');
  const { identities } = await browser.ok('list_company_identities');
  return { account, passkeys, identities };
}

/** Stores a passkey that cannot be used. */
export async function keepPasskey({ store }: World, accountId: string, number: number): Promise<void> {
  const id = `passkey_${number}`;
  const unused = { counter: 0, transports: [], name: `Key ${number}`, createdAt: number, lastUsedAt: null };
  const passkey = { id, accountId, credentialId: Buffer.alloc(16, number), publicKey: Buffer.alloc(77), ...unused };
  await store.perform(() => store.passkeys.create(passkey), { changes: true });
}

export async function keepIdentity({ store }: World, accountId: string, number: number, issuer: string): Promise<void> {
  const id = `company_${number}`;
  const identity = { id, accountId, issuer, subject: `ada ${number}`, email: null, createdAt: number };
  await store.perform(() => store.companyIdentities.create(identity), { changes: true });
}
