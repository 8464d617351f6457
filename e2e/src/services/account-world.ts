import { type Answer, allTools, createGateway, createRegistry, createSecretBox, type Gateway, recordServiceEvents } from '@gatehouse/core';
import type { Role } from '@gatehouse/domain';
import { openServices, type ServicesOptions } from '@gatehouse/services';
import { type OAuthService, type OAuthServiceOptions, openOAuthService } from '@gatehouse/services/testing';
import { type Browser, goodPassword, openBrowser, secretOf } from '../console/browser.ts';
import { callGateway } from '../kit/call-gateway.ts';
import { givenEngine } from '../kit/engines.ts';
import type { Loose } from '../kit/world.ts';
import { installationSecret, tokenMark } from '../secrets/planted.ts';
import { openServiceWorld, type ServiceWorld, type ServiceWorldOptions } from './service-world.ts';

/** Person who is signed in with a browser, and has a program with a key. */
export interface Member {
  browser: Browser;
  personId: string;
  key: string;
  ok(tool: string, input?: object): Promise<Loose>;
  refused(tool: string, input?: object): Promise<string>;
  /** Connects an account at the service, as this person at the service. */
  connect(connectionId: string, as: string): Promise<Loose>;
  /** The query that the browser comes back with from the service. */
  visit(connectionId: string, as: string | undefined): Promise<string>;
}

/** A gateway on the database of the world, as another process has it. */
export interface OtherGateway {
  gateway: Gateway;
  run(key: string, toolSlug: string, given?: object): Promise<Answer>;
  close(): Promise<void>;
}

/** A gateway and a service with sign-in. */
export interface AccountWorld extends ServiceWorld {
  service: OAuthService;
  member(name: string, role?: Role): Promise<Member>;
  /** The owner, who connects services. */
  olive: Member;
  /** Connects the MCP server of the service. `access` has fields in addition to its type. */
  addNotes(access?: object, more?: object): Promise<string>;
  /** Whom the service took a call for. */
  whoami(key: string, over?: OtherGateway): Promise<string>;
  another(more?: Partial<ServicesOptions>): Promise<OtherGateway>;
}

const settings = { baseUrl: null, consoleUrl: 'http://localhost:4747', secret: Buffer.from(installationSecret), callsPerMinute: 100_000 };

export async function openAccountWorld(options: ServiceWorldOptions & { at?: OAuthServiceOptions } = {}): Promise<AccountWorld> {
  const service = await openOAuthService({ mark: tokenMark, ...options.at });
  const world = await openServiceWorld(options);
  const others: OtherGateway[] = [];
  const { orgId, url } = world;

  async function memberOf(browser: Browser, personId: string): Promise<Member> {
    const ok = (tool: string, input: object = {}) => browser.ok(tool, input, orgId);
    const agent = await ok('create_agent', { name: 'program' });
    const { key } = await ok('create_key', { agentId: agent.id, access: 'write' });
    const visit = async (connectionId: string, as: string | undefined) =>
      await service.visit((await ok('begin_service_account', { connectionId })).address, as);
    return {
      browser,
      personId,
      key,
      ok,
      refused: (tool, input = {}) => browser.refused(tool, input, orgId),
      visit,
      connect: async (connectionId, as) => await ok('finish_service_account', { query: await visit(connectionId, as), connectionId }),
    };
  }

  const operate = (tool: string, input: object = {}) => world.as({ type: 'operator' }, tool, input);
  const ownerBrowser = openBrowser(url);
  const { link } = await operate('create_set_up_link');
  await ownerBrowser.ok('set_up', { secret: secretOf(link), email: 'owner@acme.test', name: 'Olive', password: goodPassword });
  const olive = await memberOf(ownerBrowser, world.owner.personId);

  return {
    ...world,
    service,
    olive,
    async member(name, role = 'member') {
      const browser = openBrowser(url);
      const email = `${name.toLowerCase()}@acme.test`;
      const made = await olive.ok('invite_person', { email, role });
      await browser.ok('accept_invitation', { secret: secretOf(made.link), name, password: goodPassword });
      const { people } = await olive.ok('list_people');
      return await memberOf(browser, people.find((person: Loose) => person.email === email).id);
    },
    addNotes: async (access = {}, more = {}) =>
      await world.addHttp('notes', service.mcpUrl, { access: { type: 'oauth', ...access }, ...more }),
    async whoami(key, over) {
      const toolSlug = 'notes__whoami';
      const answer = over ? await over.run(key, toolSlug) : await world.call(key, 'execute_service_tool', { toolSlug });
      return answer.ok ? (answer.value as Loose).content[0].text.replace('whoami as ', '') : (answer.error.reason ?? answer.error.code);
    },
    async another(more = {}) {
      const other = await openAnother(world, { ...options, ...more });
      others.push(other);
      return other;
    },
    async [Symbol.asyncDispose]() {
      for (const other of others) await other.close();
      await world[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

async function openAnother(
  { folder, faults, reported }: ServiceWorld,
  { engine = givenEngine, ...options }: ServiceWorldOptions,
): Promise<OtherGateway> {
  const store = await engine.open(folder);
  const services = await openServices({
    box: createSecretBox({ secret: settings.secret }),
    events: recordServiceEvents(store),
    report: (error) => void reported.push(error),
    allowPrivate: 'all',
    ...options,
  });
  const report = (error: Error) => void faults.push(error.cause);
  const gateway = createGateway({ store, registry: createRegistry(allTools), settings, services, report });
  return {
    gateway,
    run: (key, toolSlug, given = {}) =>
      callGateway(gateway, { tool: 'execute_service_tool', credential: { type: 'key', key }, input: { toolSlug, arguments: given } }),
    async close() {
      await services.close();
      await store.close();
    },
  };
}
