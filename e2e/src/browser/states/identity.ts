import type { Loose } from '../../kit/world.ts';
import { typeInto } from '../walks/hands.ts';
import type { State } from './state.ts';

export const identityStates: State[] = [
  { name: 'agents', path: '/agents' },
  {
    name: 'an agent',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).click();
      await page.getByRole('complementary').getByText('Active keys').waitFor();
    },
  },
  {
    name: 'revoking a key',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).click();
      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('button', { name: 'Revoke key' }).waitFor();
    },
  },
  {
    name: 'rotating a key',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).click();
      await page.getByRole('button', { name: 'Rotate' }).click();
      await page.getByRole('dialog', { name: /^Rotate/ }).waitFor();
    },
  },
  {
    name: 'renaming an agent',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).click();
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('complementary').getByRole('button', { name: 'Save' }).waitFor();
    },
  },
  {
    name: 'removing an agent',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).click();
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog', { name: /^Remove/ }).waitFor();
    },
  },
  { name: 'connecting an agent', path: '/agents/connect' },
  {
    name: 'the limits of a key',
    path: '/agents/connect',
    async open(page) {
      await page.getByText('Limits:').click();
      await page.getByRole('radiogroup', { name: 'Workspace tools' }).getByText('Selected').click();
      await page.getByLabel('list_docs').waitFor();
    },
  },
  {
    name: 'a new key',
    path: '/agents/connect',
    async open(page) {
      await typeInto(page.getByLabel('Name'), 'an agent with a name that is as long as a name can be and says everything');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByText('Waiting for the first call').waitFor();
    },
  },
  {
    name: 'explaining a refused call',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).click();
      await typeInto(page.getByLabel('Tool', { exact: true }), 'invite_person');
      await page.getByRole('button', { name: 'Check access' }).click();
      await page.getByText('Check the name.').waitFor();
    },
  },
  {
    name: 'a new webhook',
    path: '/settings',
    async open(page) {
      await page.getByRole('button', { name: 'Create webhook' }).click();
      await typeInto(page.getByLabel('Webhook name'), 'A receiver with a long name');
      await typeInto(
        page.getByLabel('Receiver address'),
        'https://hooks.example.com/a-path-that-is-as-long-as-paths-of-such-receivers-are',
      );
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Copy the secret now').waitFor();
    },
  },
  { name: 'people', path: '/people' },
  {
    name: 'a person',
    path: '/people',
    async open(page) {
      await page.getByRole('row', { name: /Ada/ }).click();
      await page.getByRole('complementary').getByText('Account', { exact: true }).waitFor();
    },
  },
  {
    name: 'inviting a person',
    path: '/people',
    async open(page) {
      await page.getByRole('button', { name: 'Invite person' }).click();
      await page.getByRole('complementary').getByLabel('E-mail').waitFor();
    },
  },
  {
    name: 'a group',
    path: '/people/groups',
    async open(page, meeting) {
      const name = `A group whose name is as long as names of groups can be ${Date.now()}`;
      await meeting.call('create_group', { name, emails: (await meeting.call('list_people')).people.map(({ email }: Loose) => email) });
      await page.goto(meeting.at('/people/groups'));
      await page.getByRole('row', { name }).click();
      await page.getByRole('complementary').getByRole('button', { name: 'Rename' }).waitFor();
    },
  },
  { name: 'the settings', path: '/settings' },
  { name: 'the account', path: '/account' },
  { name: 'the connect doctor', path: '/agents/attempts', atNight: true },
  {
    name: 'leaving without copying a key',
    path: '/agents/connect',
    atNight: true,
    async open(page) {
      await typeInto(page.getByLabel('Name'), `left ${Date.now()}`);
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.locator('[data-secret]').waitFor();
      for (const key of ['g', 'h']) await page.keyboard.press(key);
      await page.getByRole('dialog', { name: 'Leave without copying the key?' }).waitFor();
    },
  },
  {
    name: 'an invite link',
    path: '/people',
    atNight: true,
    async open(page) {
      await page.getByRole('button', { name: 'Invite person' }).click();
      await typeInto(page.getByLabel('E-mail'), `guest-${Date.now()}@example.com`);
      await page.getByRole('button', { name: 'Create invite link' }).click();
      await page.getByRole('complementary').locator('pre').waitFor();
    },
  },
  {
    name: 'an invited person',
    path: '/people',
    atNight: true,
    async open(page, meeting) {
      const email = `invited-${Date.now()}@example.com`;
      await meeting.call('invite_person', { email, role: 'admin' });
      await page.goto(meeting.at('/people'));
      await page.getByRole('row', { name: new RegExp(email) }).click();
      await page.getByRole('complementary').getByRole('button', { name: 'Revoke' }).waitFor();
    },
  },
  {
    name: 'adding a passkey',
    path: '/account',
    atNight: true,
    async open(page) {
      await page.getByRole('button', { name: 'Add passkey…' }).click();
      await page.getByLabel('Passkey name').waitFor();
    },
  },
  {
    name: 'deleting the account',
    path: '/account',
    atNight: true,
    async open(page) {
      await page.getByRole('button', { name: 'Delete account…' }).click();
      await page.getByLabel('Your password').waitFor();
    },
  },
];
