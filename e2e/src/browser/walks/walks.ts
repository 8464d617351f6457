import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { goodPassword } from '../../console/browser.ts';
import type { Loose } from '../../kit/world.ts';
import type { ConsoleWorld } from '../console-world.ts';
import { ownerEmail } from '../console-world.ts';
import { organizationAccount, serviceAccounts } from './account-walk.ts';
import { share } from './document-walks.ts';
import { chooseLater, editTogether, sendFiles } from './editing-walks.ts';
import { editSkillFile, findSkills, uploadSkillFolder, uploadSkillsAmongFiles } from './gallery-walk.ts';
import { group } from './group-walk.ts';
import type { Hand } from './hands.ts';
import { typeInto } from './hands.ts';
import { outlive, signOut } from './keeping-walks.ts';
import { followLog } from './log-walk.ts';
import { lookBack } from './past-walk.ts';
import { askPdf } from './pdf-walk.ts';
import { fresh, openProgram } from './program.ts';
import { services } from './service-walk.ts';
import { keepSkillFiles, reviewSkill } from './skill-walk.ts';
import { takeBack, takeCallsBack } from './take-back-walks.ts';
import { leavePanel, type Walk } from './walk.ts';

async function callWith(world: ConsoleWorld, key: string): Promise<number> {
  const answer = await fetch(`${world.gateway.url}/v1/tools/whoami`, { method: 'POST', headers: { Authorization: `Bearer ${key}` } });
  return answer.status;
}

async function signIn(page: Page, hand: Hand, email: string): Promise<void> {
  await hand.write(page.getByLabel('E-mail'), email);
  await hand.write(page.getByRole('textbox', { name: 'Password' }), goodPassword);
  await hand.press(page.getByRole('button', { name: 'Sign in' }));
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
}

const connect: Walk = {
  title: 'signs in, connects a program, renames it and takes that back, rotates its key, revokes it, and removes the agent',
  async go(world, hand, view) {
    const name = fresh('robot');
    await using visitor = await world.visit(undefined, view);
    const { page, faults } = visitor;
    await page.goto(`${world.origin}/app`);
    await signIn(page, hand, ownerEmail);

    await hand.goTo(page, 'Agents');
    await hand.press(page.getByRole('button', { name: 'Connect agent' }).first());
    await hand.write(page.getByLabel('Name'), name);
    await hand.press(page.getByRole('button', { name: 'Create key' }));
    const first = (await page.locator('[data-secret]').textContent()) as string;
    await page.getByText('Waiting for the first call').waitFor();
    assert.deepEqual(await callWith(world, first), 200);
    await page.getByRole('status').getByText('whoami over HTTP').waitFor();

    await hand.goTo(page, 'Agents');
    await hand.open(page, 'Agents', new RegExp(name));
    await hand.press(page.getByRole('button', { name: 'Rename' }));
    await hand.write(page.getByRole('textbox', { name: 'Name' }), `${name} two`);
    await hand.press(page.getByRole('button', { name: 'Save' }));
    await page.getByRole('row', { name: `${name} two` }).waitFor();
    await hand.press(page.getByRole('button', { name: 'Undo' }));
    await page.getByRole('row', { name: `${name} two` }).waitFor({ state: 'detached' });

    await hand.press(page.getByRole('button', { name: 'Rotate' }));
    await hand.press(page.getByRole('button', { name: 'Create key' }));
    const second = await page.getByRole('complementary').locator('pre').textContent();
    assert.deepEqual([await callWith(world, first), await callWith(world, second ?? '')], [200, 200]);
    await page.getByRole('status').getByText('whoami over HTTP').waitFor();

    const revoke = page.getByRole('button', { name: `Revoke ${first.slice(0, 12)}` });
    await hand.press(revoke);
    await hand.press(page.getByRole('button', { name: 'Revoke key' }));
    await page
      .getByText(/^Key .* revoked\.$/)
      .first()
      .waitFor();
    assert.deepEqual([await callWith(world, first), await callWith(world, second ?? '')], [401, 200]);

    await hand.press(page.getByRole('button', { name: `Remove ${name}` }));
    await hand.press(page.getByRole('button', { name: 'Remove agent' }));
    await page.getByText('removed. 1 key revoked').waitFor();
    assert.deepEqual(await callWith(world, second ?? ''), 401);
    assert.deepEqual(faults, []);
  },
};

const invite: Walk = {
  title: 'invites somebody, who joins and connects a program; changes their role; removes them: key and session fail at their next call',
  async go(world, hand, view) {
    const email = `${fresh('bob')}@example.com`;
    await using owner = await world.visit(world.owner, view);
    await owner.page.goto(world.at('/people'));
    await hand.press(owner.page.getByRole('button', { name: 'Invite person' }));
    await hand.write(owner.page.getByLabel('E-mail'), email);
    await hand.press(owner.page.getByRole('button', { name: 'Create invite link' }));
    const link = (await owner.page.getByRole('complementary').locator('pre').textContent()) ?? '';

    await using guest = await world.visit(undefined, view);
    await guest.page.goto(link);
    await hand.write(guest.page.getByLabel('Your name'), email);
    await hand.write(guest.page.getByRole('textbox', { name: 'Password' }), goodPassword);
    await hand.press(guest.page.getByRole('button', { name: 'Join' }));
    await guest.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await hand.goTo(guest.page, 'Agents');
    await hand.press(guest.page.getByRole('button', { name: 'Connect agent' }).first());
    await hand.write(guest.page.getByLabel('Name'), 'robot');
    await hand.press(guest.page.getByRole('button', { name: 'Create key' }));
    const key = (await guest.page.locator('[data-secret]').textContent()) ?? '';
    assert.deepEqual(await callWith(world, key), 200);

    await owner.page.goto(world.at('/people'));
    await hand.open(owner.page, 'People', new RegExp(email));
    await hand.choose(owner.page, owner.page.getByRole('combobox', { name: 'Role' }), 'Admin');
    await owner.page.getByText('role changed to Admin').waitFor();
    await hand.press(owner.page.getByRole('button', { name: `Remove ${email}…` }));
    await owner.page.getByText('1 key of their agents stops working').waitFor();
    await hand.press(owner.page.getByRole('button', { name: `Remove ${email}`, exact: true }));
    await owner.page.getByText(`${email} removed`).waitFor();

    assert.deepEqual(await callWith(world, key), 401);
    await guest.page.goto(world.at('/agents'));
    await guest.page.getByText("doesn't belong to an organization").waitFor();
    assert.deepEqual([owner.faults, guest.faults], [[], []]);
  },
};

const narrow: Walk = {
  title:
    'keeps a value of the log and leaves another out, by an address that can be sent on, saves it as a file, and draws a time over the chart',
  async go(world, hand, view) {
    const { key } = await world.ok('create_key', {
      agentId: (await world.ok('create_agent', { name: fresh('caller') })).id,
      access: 'read',
    });
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    await page.goto(world.at('/activity?by=all'));
    const rows = page.getByRole('grid', { name: 'Calls' }).getByRole('row');
    await rows.filter({ hasText: 'activity_histogram' }).first().waitFor();
    // Called only now: calls of the page itself would be listed above these rows, and repeated ones would push them out of view.
    for (const tool of ['whoami', 'list_tasks'])
      await fetch(`${world.gateway.url}/v1/tools/${tool}`, { method: 'POST', headers: { Authorization: `Bearer ${key}` } });
    await hand.open(page, 'Calls', /list_tasks/);
    await hand.press(page.getByRole('button', { name: 'Show only this entrance' }));
    await rows.filter({ hasText: 'activity_histogram' }).first().waitFor({ state: 'detached' });
    await hand.press(page.getByRole('button', { name: 'Hide this tool' }));
    await rows.filter({ hasText: 'list_tasks' }).first().waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'whoami' }).first().waitFor();
    await page.goto(page.url());
    await rows.filter({ hasText: 'whoami' }).first().waitFor();
    assert.equal(await rows.filter({ hasText: 'list_tasks' }).count(), 0);
    // The call is in the address too.
    await leavePanel(page);
    await hand.press(page.getByRole('button', { name: 'Remove filter: Not tool' }));
    await rows.filter({ hasText: 'list_tasks' }).first().waitFor();

    await hand.press(page.getByRole('button', { name: 'Export' }));
    const [download] = await Promise.all([page.waitForEvent('download'), hand.pick(page, /^CSV/)]);
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
    assert.match(lines[0] ?? '', /^id,at,entrance,/);
    assert.ok(lines.some((line) => line.includes(',list_tasks,')));

    await hand.draw(page, page.getByRole('slider'));
    await page.getByRole('button', { name: 'Remove filter: Until' }).waitFor();
    const { since, until } = Object.fromEntries(new URL(page.url()).searchParams);
    assert.ok(Number(since) < Number(until));
    assert.deepEqual(faults, []);
  },
};

const settle: Walk = {
  title: 'gives the organization another name and takes that back, brings a document back from the trash, and takes everything out',
  async go(world, hand, view) {
    const writer = await openProgram(world, fresh('writer'));
    const title = fresh('Plan');
    const { docId } = (await writer.call('create_doc', { title, bodyMarkdown: 'kept' })).body;
    await writer.call('delete_doc', { docId });
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    await page.goto(world.at('/documents/trash'));
    await hand.press(page.getByRole('button', { name: `Restore ${title}` }));
    await page.getByText(`${title} restored`).waitFor();
    await page.goto(world.at('/settings'));
    await hand.write(page.getByLabel('Name'), 'Acme and daughters');
    await hand.press(page.getByRole('button', { name: 'Save name' }));
    await page.getByText('renamed to Acme and daughters').waitFor();
    await hand.press(page.getByRole('button', { name: 'Undo' }));
    await page.locator('input[name=name][value=Acme]').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      hand.press(page.getByRole('button', { name: 'Export everything' })),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id?: string; content?: string });
    assert.equal(records.find(({ id }) => id === docId)?.content, 'kept');
    assert.deepEqual(faults, []);
  },
};

const plan: Walk = {
  title:
    'sees what an agent creates as it does, narrows tasks by an address, changes several at once and takes that back, and carries one over the board',
  async go(world, hand, view) {
    const { key } = await world.ok('create_key', {
      agentId: (await world.ok('create_agent', { name: fresh('planner') })).id,
      access: 'write',
    });
    const name = fresh('Chapter');
    await using visitor = await world.visit(world.owner, view);
    const { page, faults, settle } = visitor;
    await page.goto(world.at('/tasks'));
    await hand.press(page.getByRole('button', { name: 'Create task' }).first());
    await hand.write(page.getByLabel('Title', { exact: true }), `${name} first`);
    await hand.press(page.getByRole('complementary').getByRole('button', { name: 'Create task' }));
    await page.getByRole('complementary').getByText('created this task').waitFor();
    await page.keyboard.press('Escape');
    const rows = page.getByRole('grid', { name: 'Tasks' }).getByRole('row');
    await rows.filter({ hasText: `${name} first` }).waitFor();
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    for (const which of ['second', 'third']) {
      const body = JSON.stringify({ title: `${name} ${which}`, assignee: ownerEmail });
      await fetch(`${world.gateway.url}/v1/tools/create_task`, { method: 'POST', headers, body });
    }
    await rows
      .filter({ hasText: `${name} third` })
      .getByText('Created by an agent')
      .waitFor({ state: 'attached' });

    await hand.press(page.getByRole('button', { name: 'Filter' }));
    await hand.pick(page, /^By an agent$/);
    await rows.filter({ hasText: `${name} first` }).waitFor({ state: 'detached' });
    await hand.write(page.getByRole('textbox', { name: 'Title or number' }), name);
    await page.getByRole('status').getByText('2 tasks').waitFor();
    await page.goto(page.url());
    await page.getByRole('status').getByText('2 tasks').waitFor();
    await hand.press(page.getByRole('button', { name: 'Remove filter: created' }));
    await page.getByRole('status').getByText('3 tasks').waitFor();

    const mine = async (): Promise<string[]> =>
      (await world.ok('browse_tasks', { limit: 50 })).tasks
        .filter(({ title }: Loose) => title.startsWith(name))
        .map(({ title, status }: Loose) => `${title.slice(name.length + 1)} ${status}`)
        .sort();
    await page.getByRole('textbox', { name: 'Title or number' }).press('Escape');
    await hand.select(page, 'Tasks', new RegExp(`${name} second`));
    await hand.select(page, 'Tasks', new RegExp(`${name} third`));
    await hand.press(page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Status' }));
    await typeInto(page.getByRole('combobox', { name: 'Status of 2 tasks' }), 'stuck');
    await page.keyboard.press('Enter');
    await rows
      .filter({ hasText: `${name} third` })
      .getByText('Stuck')
      .waitFor({ state: 'attached' });
    await page.getByText('2 tasks changed.').waitFor();
    assert.deepEqual(await mine(), ['first todo', 'second stuck', 'third stuck']);
    await hand.press(page.getByRole('button', { name: 'Undo' }));
    await rows
      .filter({ hasText: `${name} third` })
      .getByText('Todo')
      .waitFor({ state: 'attached' });
    await settle();
    assert.deepEqual(await mine(), ['first todo', 'second todo', 'third todo']);

    await page.goto(world.at(`/tasks?${new URLSearchParams({ view: 'board', text: name })}`));
    await hand.carry(page, new RegExp(`${name} second`), 'In progress');
    await page
      .getByRole('region', { name: 'In progress' })
      .getByRole('link', { name: `${name} second` })
      .waitFor();
    await settle();
    assert.deepEqual(await mine(), ['first todo', 'second in_progress', 'third todo']);
    assert.deepEqual(faults, []);
  },
};

const news: Walk = {
  title: 'sees at home what an agent did and was refused, opens what it made, and says that it is seen, and takes that back',
  async go(world, hand, view) {
    const name = fresh('reporter');
    const { key } = await world.ok('create_key', { agentId: (await world.ok('create_agent', { name })).id, access: 'write' });
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const post = (tool: string, input: object) =>
      fetch(`${world.gateway.url}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) });
    const title = fresh('Report');
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    await page.goto(world.at('/home'));
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await post('create_doc', { title, bodyMarkdown: 'What was found' });
    await post('read_doc', { docId: 'doc_0' });
    const lines = page.getByRole('listitem');
    await lines.filter({ hasText: `created ${title}` }).waitFor();
    await lines
      .filter({ hasText: /calls? of read_doc refused: no such item/ })
      .first()
      .waitFor();

    await hand.press(page.getByRole('link', { name: title, exact: true }));
    await page.getByText('What was found').waitFor();
    await hand.goTo(page, 'Home');
    await hand.press(page.getByRole('button', { name: 'Mark all as read' }));
    await lines.filter({ hasText: title }).waitFor({ state: 'detached' });
    await hand.press(page.getByRole('button', { name: 'Undo' }));
    await lines.filter({ hasText: `created ${title}` }).waitFor();
    await hand.press(page.getByRole('button', { name: `Take back what ${name} changed` }));
    await page.waitForURL(/activity\/take-back\//);
    await page.getByText(title).waitFor();
    assert.deepEqual(faults, []);
  },
};

const links: Walk = {
  title: 'is told why a link is of no use: one that was used, taken back, is too old, is for another page, or was never made',
  async go(world, _hand, view) {
    const email = `${fresh('carol')}@example.com`;
    const invited = async (address: string): Promise<string> => (await world.ok('invite_person', { email: address, role: 'member' })).link;
    const taken = await invited(`taken-${email}`);
    const { invitations } = await world.ok('list_invitations');
    await world.ok('revoke_invitation', { invitationId: invitations.find((one: { email: string }) => one.email === `taken-${email}`).id });
    const old = await invited(`old-${email}`);
    await expire(world, `old-${email}`);
    const used = await invited(email);
    await using guest = await world.visit(undefined, view);
    await guest.page.goto(used);
    await typeInto(guest.page.getByLabel('Your name'), 'Carol');
    await typeInto(guest.page.getByRole('textbox', { name: 'Password' }), goodPassword);
    await guest.page.getByRole('button', { name: 'Join' }).click();
    await guest.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

    await using visitor = await world.visit(undefined, view);
    const foreign = (await invited(`other-${email}`)).replace('/invitation#', '/reset#');
    const never = `${world.origin}/app/invitation#${'x'.repeat(43)}`;
    const reasons: [link: string, words: RegExp][] = [
      [used, /already used/],
      [taken, /withdrawn/],
      [old, /has expired/],
      [foreign, /for another page/],
      [never, /isn't complete/],
    ];
    for (const [link, words] of reasons) {
      // The addresses differ only after #, so the page must be loaded anew.
      await visitor.page.goto('about:blank');
      await visitor.page.goto(link);
      await visitor.page.getByRole('heading', { name: "This link doesn't work" }).waitFor();
      // The reason comes after the heading.
      await visitor.page.getByRole('main').getByText(words).first().waitFor();
    }
    assert.deepEqual([guest.faults, visitor.faults], [[], []]);
  },
};

/** Simulates that a week has just passed. The gateway's sweep removes links that expired long ago, and then no reason can be given. */
async function expire({ place }: ConsoleWorld, email: string): Promise<void> {
  await place.engine.change(place.data, `UPDATE links SET expires_at = ${Date.now() - 1000} WHERE email = '${email}'`);
}

export const walks: readonly Walk[] = [
  connect,
  invite,
  narrow,
  settle,
  share,
  takeBack,
  takeCallsBack,
  plan,
  news,
  links,
  services,
  group,
  serviceAccounts,
  organizationAccount,
  editTogether,
  chooseLater,
  sendFiles,
  askPdf,
  outlive,
  signOut,
  followLog,
  lookBack,
  reviewSkill,
  keepSkillFiles,
  findSkills,
  uploadSkillFolder,
  uploadSkillsAmongFiles,
  editSkillFile,
];
