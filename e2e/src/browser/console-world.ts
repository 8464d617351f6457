import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openPlace, type Place, type Running } from '../cli/command.ts';
import { type Browser as ApiBrowser, goodPassword, openBrowser as openApiBrowser, secretOf } from '../console/browser.ts';
import type { Loose } from '../kit/world.ts';
import { type ClientContext, openBrowser, visit } from './open-browser.ts';

/** A gateway whose owner has an account, and a browser: what tests of pages begin with. */
export interface ConsoleWorld extends AsyncDisposable {
  place: Place;
  gateway: Running;
  browser: Browser;
  /** Origin of the console. */
  origin: string;
  orgId: string;
  /** The owner, who calls without a page. */
  owner: ApiBrowser;
  /** The result of a call of the owner in the organization. */
  ok(tool: string, input?: object): Promise<Loose>;
  /** Returns a browser in which a person has joined by an invitation. */
  join(email: string, name: string, role?: string): Promise<ApiBrowser>;
  /** Opens a page for a signed-in person, or for a visitor without one. */
  visit(who?: ApiBrowser, options?: BrowserContextOptions): Promise<ClientContext>;
  /** The address of a page of the organization. */
  at(path: string): string;
}

export const ownerEmail = 'ada@example.com';

export async function openConsoleWorld(args: string[] = [], env: Record<string, string> = {}, place = openPlace()): Promise<ConsoleWorld> {
  const [browser, gateway] = await Promise.all([openBrowser(), place.start(args, { env })]);
  const link = /http\S+\/app\/set-up#\S+/.exec(gateway.greeting)?.[0] as string;
  const { origin } = new URL(link);
  const owner = openApiBrowser(origin);
  const account = { email: ownerEmail, name: 'Ada Lovelace', password: goodPassword, organizationName: 'Acme' };
  await owner.ok('set_up', { secret: secretOf(link), ...account });
  const orgId: string = (await owner.ok('my_account')).organizations[0].orgId;
  /** Calls a tool. The page of the same session shares the limit, so a call over the limit is repeated after the stated wait. */
  const ok = async (tool: string, input: object = {}): Promise<Loose> => {
    for (;;) {
      const { status, headers, body, raw } = await owner.post(tool, input, { orgId });
      if (status === 200) return body;
      if (status !== 429) throw new Error(`${tool}: ${raw}`);
      await wait(Number(headers.get('retry-after')) * 1000);
    }
  };
  return {
    place,
    gateway,
    browser,
    origin,
    orgId,
    owner,
    ok,
    async join(email, name, role = 'member') {
      const made = await ok('invite_person', { email, role });
      const person = openApiBrowser(origin);
      await person.ok('accept_invitation', { secret: secretOf(made.link), name, password: goodPassword });
      return person;
    },
    async visit(who, options) {
      const visitor = await visit(browser, origin, options);
      const cookies = [...(who?.cookies ?? [])].map(([name, pair]) => ({ name, value: pair.slice(name.length + 1), url: origin }));
      await visitor.page.context().addCookies(cookies);
      return visitor;
    },
    at: (path) => `${origin}/app/${orgId}${path}`,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await gateway.stop();
      place[Symbol.dispose]();
    },
  };
}
