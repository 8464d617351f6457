import { allTools, type CompanyPort, maxMailedResets, newId, strangerLimits } from '@gatehouse/core';
import { maxConnectSteps } from '@gatehouse/storage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../console/browser.ts';
import { openPeopleWorld, ownerEmail, type PeopleWorld } from '../console/people-world.ts';
import { forEachEngine } from '../kit/engines.ts';
import type { Route } from '../kit/world.ts';
import { openClient, visit } from '../oauth/sign-in.ts';
import { noDocument } from '../oauth/sign-in-world.ts';

const { request, client, try: tries, log } = strangerLimits.kinds;

/** Every table that a request without a key, session or token can write, and the most rows that it can have stored there (D64). */
const bounds: Record<string, number> = {
  stranger_rows: strangerLimits.all.rows,
  oauth_records: request.rows,
  oauth_clients: client.rows,
  guesses: tries.rows,
  // Stored with an attempt, and removed before it.
  passkey_challenges: tries.rows,
  company_sign_ins: tries.rows,
  // Links of one account. A mailed link is kept as long as it works.
  links: maxMailedResets,
  // A day has so many rows; beyond them each tool has one a minute.
  activity: log.rows,
  connect_steps: maxConnectSteps,
  // The first caller in 30 days creates a seed.
  oauth_seeds: 1,
  // `/readyz` writes the same row each time, to see whether the store can be written.
  call_slots: 1,
};

const company: CompanyPort = {
  issuer: 'https://login.company.test',
  begin: async ({ state }) => ({ address: `https://login.company.test/?state=${state}` }),
  finish: async () => ({ fault: 'nobody is there' }),
};

/** An address for every route: a new one is asked here without being named. */
function addressesOf(routes: readonly Route[]): Route[] {
  return routes.flatMap(({ method, path }) => {
    const address = path.replace(/:\w+|\*/g, 'none');
    return (method === 'ALL' ? ['GET', 'POST', 'PUT', 'DELETE'] : [method]).map((one) => ({ method: one, path: address }));
  });
}

forEachEngine((engine) => {
  let world: PeopleWorld;
  beforeAll(async () => {
    const mailer = { send: async () => undefined };
    world = await openPeopleWorld({ engine, company, mailer, signIn: { getDocument: noDocument }, clock: { now: Date.now() } });
    // Passkeys need a name.
    Object.assign(world.gateway.settings, { consoleUrl: world.url.replace('127.0.0.1', 'localhost') });
  });
  afterAll(async () => await world[Symbol.asyncDispose]());

  /** The index of search catches up with the world behind its calls. */
  async function tables(): Promise<Map<string, string>> {
    const names =
      engine.name === 'SQLite'
        ? "select name from sqlite_master where type = 'table' and sql not like '%virtual%' and name not like 'sqlite_%' and name not like 'search_%'"
        : "select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition";
    const found = new Map<string, string>();
    for (const { name } of await engine.query(world.folder, names)) {
      const rows = await engine.query(world.folder, `select * from ${name}`);
      found.set(
        `${name}`,
        rows
          .map((row) => JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)))
          .sort()
          .join('\n'),
      );
    }
    return found;
  }

  async function ask({ method, path }: Route): Promise<void> {
    const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? '{}' : null;
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'Sec-Fetch-Site': 'same-origin' };
    await (await fetch(`${world.url}${path}`, { method, headers, body, redirect: 'manual' })).arrayBuffer();
  }

  /** Every route and every tool without a key, session or token. */
  async function askEverything(): Promise<void> {
    const browser = openBrowser(world.url);
    for (const { name, audience, example } of allTools) {
      await fetch(`${world.url}/v1/tools/${name}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
      if (audience !== undefined && audience !== 'agent') {
        await browser.post(name, example.input);
        await browser.post(name, example.input, { orgId: world.orgId });
      }
    }
    const passwords = { email: ownerEmail, password: 'wrong horse battery' };
    await browser.refused('sign_in', passwords);
    await browser.post('request_reset', { email: ownerEmail });
    const other = openClient(world.url);
    const { body } = await other.register();
    await visit(browser, other.authorization(body.client_id));
    await other.exchange(body.client_id, 'a code');
    await other.refresh(body.client_id, 'a token');
    await other.revoke(body.client_id, 'a token');
    for (const address of addressesOf(world.routes)) await ask(address);
    for (const path of ['/', '/app', '/nowhere', '/oauth/jwks', '/oauth/xyz'])
      for (const method of ['GET', 'POST', 'DELETE']) await ask({ method, path });
  }

  it('strangers cause writes only to these tables, each within its limit', async () => {
    const before = await tables();
    await askEverything();
    const changed = async () => [...(await tables())].filter(([name, rows]) => before.get(name) !== rows).map(([name]) => name);
    // Steps are written after the answers.
    await expect.poll(changed).toContain('connect_steps');
    expect((await changed()).sort()).toEqual(Object.keys(bounds).sort());
    const kinds = await engine.query(world.folder, 'select distinct kind from stranger_rows order by kind');
    expect(kinds.map(({ kind }) => kind)).toEqual(['client', 'log', 'request', 'try']);
    expect(Math.max(...Object.values(bounds))).toBeLessThanOrEqual(strangerLimits.all.rows);
    expect(world.faults).toEqual([]);
  });

  it('stores no identifier that could open a request', async () => {
    const browser = openBrowser(world.url);
    const client = openClient(world.url);
    const { body } = await client.register();
    const { location } = await visit(browser, client.authorization(body.client_id, { state: newId('req', Date.now()) }));
    const id = location?.split('/').at(-1) ?? '';
    expect(id.length).toBeGreaterThan(20);
    for (const [, rows] of await tables()) expect(rows).not.toContain(id);
  });
});
