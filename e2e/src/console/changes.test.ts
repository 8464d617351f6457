import { describe, expect, it } from 'vitest';
import { openWorld, type World } from '../world.ts';
import { type Browser, goodPassword, openBrowser, secretOf } from './browser.ts';
import { followChanges as follow, openChanges as open } from './follow-changes.ts';

/** A browser that is signed in as somebody of this role. */
async function signIn(world: World, email: string, role: 'admin' | 'member'): Promise<Browser> {
  const { link } = await world.as(world.owner, 'invite_person', { email, role });
  const browser = openBrowser(world.url);
  await browser.ok('accept_invitation', { secret: secretOf(link), name: email, password: goodPassword });
  return browser;
}

function openChanges(world: World, browser: Browser, headers: Record<string, string> = {}, orgId = world.orgId): Promise<Response> {
  return open({ url: world.url, orgId }, browser, { headers });
}

describe('GET /app/api/<orgId>/changes', () => {
  it('tells of every call as it is answered: admins of all, members of their own', async () => {
    await using world = await openWorld();
    const admin = await signIn(world, 'admin@acme.test', 'admin');
    const member = await signIn(world, 'member@acme.test', 'member');
    const seenByAdmin = await follow(await openChanges(world, admin));
    const seenByMember = await follow(await openChanges(world, member));
    await world.as(world.owner, 'list_docs');
    await member.ok('list_tasks', {}, world.orgId);
    await expect.poll(() => seenByAdmin.tools).toEqual(['list_docs', 'list_tasks']);
    await expect.poll(() => seenByMember.tools).toEqual(['list_tasks']);
    expect(world.faults).toEqual([]);
  });

  it('ends with the session, and with the membership', async () => {
    await using world = await openWorld();
    const first = await signIn(world, 'first@acme.test', 'member');
    const second = await signIn(world, 'second@acme.test', 'member');
    const [ofFirst, ofSecond] = [await follow(await openChanges(world, first)), await follow(await openChanges(world, second))];
    await first.ok('sign_out');
    await ofFirst.ended;
    await world.as(world.owner, 'remove_person', { email: 'second@acme.test' });
    await ofSecond.ended;
    expect(world.faults).toEqual([]);
  });

  it('is for people who are signed in, of this organization, on a page of ours', async () => {
    await using world = await openWorld();
    const other = await world.addOrganization('Other');
    const browser = await signIn(world, 'ada@acme.test', 'admin');
    const answerOf = async (response: Promise<Response>) => {
      const { status, body } = await response.then(async (answer) => ({ status: answer.status, body: await answer.json() }));
      return [status, (body as { error: { code: string } }).error.code];
    };
    expect(await answerOf(openChanges(world, openBrowser(world.url)))).toEqual([401, 'unauthorized']);
    expect(await answerOf(openChanges(world, browser, { 'Sec-Fetch-Site': 'cross-site' }))).toEqual([403, 'forbidden']);
    expect(await answerOf(openChanges(world, browser, {}, other.orgId))).toEqual([403, 'forbidden']);
    expect(await answerOf(openChanges(world, browser, {}, 'org_absent'))).toEqual([403, 'forbidden']);
    const posted = await fetch(`${world.url}/app/api/${world.orgId}/changes`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([404, 'GET, HEAD']);
  });

  it('is open no more often for a session than a quarter of what all streams are (D51)', async () => {
    await using world = await openWorld({ streams: 8 });
    const browser = await signIn(world, 'ada@acme.test', 'admin');
    const other = await signIn(world, 'bob@acme.test', 'admin');
    const open = await Promise.all(Array.from({ length: 2 }, async () => await follow(await openChanges(world, browser))));
    expect((await openChanges(world, browser)).status).toBe(503);
    open.push(await follow(await openChanges(world, other)));
    await browser.ok('sign_out');
    await other.ok('sign_out');
    await Promise.all(open.map(({ ended }) => ended));
  });

  it('is open eight times at most for a session', async () => {
    await using world = await openWorld();
    const browser = await signIn(world, 'ada@acme.test', 'admin');
    const open = await Promise.all(Array.from({ length: 8 }, async () => await follow(await openChanges(world, browser))));
    expect((await openChanges(world, browser)).status).toBe(503);
    await browser.ok('sign_out');
    await Promise.all(open.map(({ ended }) => ended));
  });
});
