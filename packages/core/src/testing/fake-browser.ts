import type { Answer } from '../gateway/calls/call.ts';
import type { Credential } from '../kernel/context/context.ts';
import type { Loose, World } from './test-world.ts';

/** A browser. It keeps the session and cookies that it receives, and sends them with every call. */
export interface Browser {
  session: string | undefined;
  token: string | undefined;
  /** Cookie that it keeps during a company sign-in. */
  company: string | undefined;
  call(tool: string, input?: unknown, orgId?: string): Promise<Answer>;
  /** The result of a call that must succeed. */
  ok(tool: string, input?: unknown, orgId?: string): Promise<Loose>;
  /** `code` or `code/reason` of a call that must fail. */
  refused(tool: string, input?: unknown, orgId?: string): Promise<string>;
  credential(orgId?: string): Credential;
}

export const goodPassword = 'correct horse battery';

export function openBrowser(world: Pick<World, 'call'>, address?: string): Browser {
  const browser: Browser = {
    session: undefined,
    token: undefined,
    company: undefined,
    credential(orgId) {
      const visit = { address, browser: browser.token, company: browser.company, client: 'a browser' };
      return browser.session === undefined ? { type: 'visitor', visit } : { type: 'session', token: browser.session, orgId, visit };
    },
    async call(tool, input, orgId) {
      const answer = await world.call(browser.credential(orgId), tool, input);
      if (answer.ok && answer.browser?.session !== undefined) browser.session = answer.browser.session ?? undefined;
      if (answer.ok && answer.browser?.browser !== undefined) browser.token = answer.browser.browser;
      if (answer.ok && answer.browser?.company !== undefined) browser.company = answer.browser.company;
      return answer;
    },
    async ok(tool, input, orgId) {
      const answer = await browser.call(tool, input, orgId);
      if (!answer.ok) throw new Error(`${tool}: ${answer.error.message}`, { cause: answer.error.cause });
      return answer.value;
    },
    async refused(tool, input, orgId) {
      const answer = await browser.call(tool, input, orgId);
      if (answer.ok) throw new Error(`${tool} was not refused: ${answer.json}`);
      return answer.error.reason ? `${answer.error.code}/${answer.error.reason}` : answer.error.code;
    },
  };
  return browser;
}

/** Secret after `#` in a link. */
export function secretOf({ link }: { link: string }): string {
  return new URL(link).hash.slice(1);
}

/** Opens a browser in which the world's owner has set up the first account. */
export async function setUpOwner(world: World, address?: string): Promise<Browser> {
  const browser = openBrowser(world, address);
  const made = await world.ok({ type: 'operator' }, 'create_set_up_link', {});
  await browser.ok('set_up', { secret: secretOf(made), email: 'owner@acme.test', name: 'Olive', password: goodPassword });
  return browser;
}

/** Opens a browser of a new member. The world's owner has invited the member. */
export async function join(world: World, owner: Browser, email: string, role: string, address?: string): Promise<Browser> {
  const browser = openBrowser(world, address);
  const made = await owner.ok('invite_person', { email, role }, world.orgId);
  await browser.ok('accept_invitation', { secret: secretOf(made), name: email, password: goodPassword });
  return browser;
}
