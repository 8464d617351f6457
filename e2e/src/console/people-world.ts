import type { Credential } from '@gatehouse/core';
import { callGateway } from '../kit/call-gateway.ts';
import { type Loose, openWorld, type World, type WorldOptions } from '../kit/world.ts';
import { type Browser, goodPassword, openBrowser, secretOf } from './browser.ts';

/** A world in whose organization people sign in, with another organization and its owner. */
export interface PeopleWorld extends World {
  other: { orgId: string; owner: Browser };
  /** A browser in which the owner is signed in. */
  ownerBrowser: Browser;
  openBrowser(): Browser;
  /** Returns a browser in which a person has joined, invited by the owner. */
  join(email: string, role: string): Promise<Browser>;
  operate(tool: string, input?: object): Promise<Loose>;
}

export const ownerEmail = 'owner@acme.test';

export async function openPeopleWorld(options: WorldOptions = {}): Promise<PeopleWorld> {
  const world = await openWorld(options);
  const { gateway, url, orgId } = world;

  /** Calls a tool like the command line. */
  async function call(credential: Credential, tool: string, input: object): Promise<Loose> {
    const answer = await callGateway(gateway, { tool, credential, input, origin: { entrance: 'cli' } });
    if (!answer.ok) throw answer.error;
    return answer.value;
  }

  async function accept(made: { link: string }, name: string): Promise<Browser> {
    const browser = openBrowser(url);
    await browser.ok('accept_invitation', { secret: secretOf(made.link), name, password: goodPassword });
    return browser;
  }

  const operate = (tool: string, input: object = {}) => call({ type: 'operator' }, tool, input);
  const ownerBrowser = openBrowser(url);
  const { link } = await operate('create_set_up_link');
  await ownerBrowser.ok('set_up', { secret: secretOf(link), email: ownerEmail, name: 'Olive', password: goodPassword });
  const other = await world.addOrganization('Other');
  const owner = await accept(await call(other.owner, 'invite_person', { email: 'owner@other.test' }), 'Olga');
  return {
    ...world,
    other: { orgId: other.orgId, owner },
    ownerBrowser,
    openBrowser: () => openBrowser(url),
    join: async (email, role) => await accept(await ownerBrowser.ok('invite_person', { email, role }, orgId), email),
    operate,
  };
}
