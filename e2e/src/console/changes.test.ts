import { describe, expect, it } from 'vitest';
import { forEachEngine } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';
import { type Browser, goodPassword, openBrowser, secretOf } from './browser.ts';
import { readEvents } from './event-source.ts';
import { followChanges as follow, openChanges as open, type Rows } from './follow-changes.ts';

/** Opens a browser that is signed in as a person with this role. */
async function signIn(world: World, email: string, role: 'admin' | 'member'): Promise<Browser> {
  const { link } = await world.as(world.owner, 'invite_person', { email, role });
  const browser = openBrowser(world.url);
  await browser.ok('accept_invitation', { secret: secretOf(link), name: email, password: goodPassword });
  return browser;
}

function openChanges(
  world: World,
  browser: Browser,
  headers: Record<string, string> = {},
  orgId = world.orgId,
  query = '',
): Promise<Response> {
  return open({ url: world.url, orgId }, browser, { headers, query });
}

describe('GET /app/api/<orgId>/changes', () => {
  it('reports every call when it is answered: all calls to admins, own calls to members', async () => {
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

  it('is for signed-in people of this organization, on a page of this gateway', async () => {
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

  it('is limited per session to a quarter of all streams (D51)', async () => {
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

  it('is limited to eight per session', async () => {
    await using world = await openWorld();
    const browser = await signIn(world, 'ada@acme.test', 'admin');
    const open = await Promise.all(Array.from({ length: 8 }, async () => await follow(await openChanges(world, browser))));
    expect((await openChanges(world, browser)).status).toBe(503);
    await browser.ok('sign_out');
    await Promise.all(open.map(({ ended }) => ended));
  });
});

it('limits the look-ups of missed rows per minute', { tags: ['nightly'] }, async () => {
  await using world = await openWorld();
  const browser = await signIn(world, 'ada@acme.test', 'admin');
  const { position } = await beginning(openChanges(world, browser));
  const seen = new Set<string>();
  for (let time = 0; time < 520 && !seen.has('resync'); time++)
    seen.add((await beginning(openChanges(world, browser, { 'Last-Event-ID': position }))).how);
  expect(seen).toEqual(new Set(['continued', 'resync']));
});

describe('changes by others that GET /app/api/<orgId>/changes sends to members', () => {
  forEachEngine((engine) => {
    it('are only the changed items that they can see, during the stream and after a reconnect', async () => {
      await using world = await openWorld({ engine });
      const member = await signIn(world, 'member@acme.test', 'member');
      const { id: folderId } = await world.as(world.owner, 'create_folder', { name: 'Secret plans' });
      const { docId: hidden } = await world.as(world.owner, 'create_doc', { title: 'Hidden', bodyMarkdown: 'x', folderId });
      const { docId: shown } = await world.as(world.owner, 'create_doc', { title: 'Shown', bodyMarkdown: 'x' });
      const change = async (docId: string) => void (await world.as(world.owner, 'append_doc', { docId, text: 'secret' }));
      const { position } = await beginning(openChanges(world, member));
      const told: string[] = [];
      /** Reads until an event names the shown document. */
      const visit = async (headers: Record<string, string>, begun: () => Promise<void>) => {
        let last = '';
        for await (const { event, data, id } of readEvents(await openChanges(world, member, headers))) {
          last = id;
          if (event === 'begun') await begun();
          if (event !== 'rows') continue;
          told.push(data);
          if ((JSON.parse(data) as Rows).items.some((item) => item.id === shown)) break;
        }
        return last;
      };
      for (const docId of [hidden, shown]) await change(docId);
      const last = await visit({ 'Last-Event-ID': position }, async () => {});
      await visit({}, async () => {
        for (const docId of [hidden, shown]) await change(docId);
      });
      const nothingElse = { rows: [], skipped: 0, hasMore: false };
      expect(told.map((data) => JSON.parse(data) as Rows)).toEqual([
        { items: [{ id: shown, type: 'doc', versionCount: 2 }], ...nothingElse },
        { items: [{ id: shown, type: 'doc', versionCount: 3 }], ...nothingElse },
      ]);
      expect((await beginning(openChanges(world, member, { 'Last-Event-ID': last }))).how).toBe('continued');
      expect(world.faults).toEqual([]);
    });

    it('end with a request to reload if more were missed than a page shows', async () => {
      await using world = await openWorld({ engine });
      const member = await signIn(world, 'member@acme.test', 'member');
      const { position } = await beginning(openChanges(world, member));
      for (let made = 0; made < 201; made++) await world.as(world.owner, 'create_task', { title: `task ${made}` });
      for await (const { event, data } of readEvents(await openChanges(world, member, { 'Last-Event-ID': position }))) {
        expect([event, JSON.parse(data)]).toEqual(['rows', { rows: [], items: [], skipped: 0, hasMore: true }]);
        break;
      }
    });
  });
});

describe('a browser that reconnects to GET /app/api/<orgId>/changes', () => {
  forEachEngine((engine) => {
    it('gets missed rows, each once, for any number of disconnects during calls', async () => {
      await using world = await openWorld({ engine });
      const admin = await signIn(world, 'admin@acme.test', 'admin');
      const { position } = await beginning(openChanges(world, admin));
      const before = new Set((await world.activity()).map(({ id }) => id));
      let writing = true;
      // No faster than they are read: of a flood the rest is only counted.
      let mayWrite = 8;
      let wake = Promise.withResolvers<void>();
      const read = () => {
        mayWrite += 8;
        wake.resolve();
        wake = Promise.withResolvers();
      };
      const calls = (async () => {
        for (let call = 0; writing; call++) {
          if (mayWrite === 0) await wake.promise;
          mayWrite--;
          if (call % 3 === 0) await world.as(world.owner, 'create_task', { title: `task ${call}` });
          else await Promise.all([world.as(world.owner, 'list_docs'), world.as(world.owner, 'list_tasks')]);
        }
      })();
      const seen: number[] = [];
      let last = position;
      /** Reads this many events, and then closes the stream. */
      const visit = async (events: number, isEnough: () => boolean) => {
        for await (const { event, data, id } of readEvents(await openChanges(world, admin, { 'Last-Event-ID': last }), last)) {
          last = id;
          read();
          expect(event).not.toBe('resync');
          const { rows, skipped } = event === 'rows' ? (JSON.parse(data) as Rows) : { rows: [], skipped: 0 };
          expect(skipped).toBe(0);
          seen.push(...rows.map((row) => row.id));
          events--;
          if (events <= 0 && isEnough()) break;
        }
      };
      for (let visits = 0; visits < 16; visits++) await visit(visits % 4, () => true);
      writing = false;
      read();
      await calls;
      const made = (await world.activity()).map(({ id }) => id).filter((id) => !before.has(id));
      await visit(0, () => seen.length >= made.length);
      const byNumber = (left: number, right: number) => left - right;
      expect(seen.sort(byNumber)).toEqual(made.sort(byNumber));
      expect(world.faults).toEqual([]);
    });

    it('is told to reload if missed rows cannot be found', async () => {
      await using world = await openWorld({ engine });
      const admin = await signIn(world, 'admin@acme.test', 'admin');
      const { position } = await beginning(openChanges(world, admin));
      const howOf = async (headers: Record<string, string>, query = '') =>
        (await beginning(openChanges(world, admin, headers, world.orgId, query))).how;
      await using other = await openWorld({ engine });
      await other.as(other.owner, 'list_docs');
      const { position: elsewhere } = await beginning(openChanges(other, await signIn(other, 'admin@acme.test', 'admin')));
      expect(await howOf({})).toBe('begun');
      expect(await howOf({ 'Last-Event-ID': position })).toBe('continued');
      expect(await howOf({}, `?after=${encodeURIComponent(position)}`)).toBe('continued');
      // When the browser reconnects by itself, its last event counts instead of the position in the address.
      expect(await howOf({ 'Last-Event-ID': position }, '?after=elsewhere')).toBe('continued');
      expect(await howOf({ 'Last-Event-ID': elsewhere })).toBe('resync');
      expect(await howOf({}, '?after=')).toBe('resync');
      expect(await howOf({ 'Last-Event-ID': '5' })).toBe('resync');
    });
  });
});

/** Reads how a stream begins and its position, and then closes it. */
async function beginning(opening: Promise<Response>): Promise<{ how: string; position: string }> {
  for await (const { event, id } of readEvents(await opening)) {
    if (event !== 'rows') return { how: event, position: id };
  }
  throw new Error('the stream ended before it began');
}
