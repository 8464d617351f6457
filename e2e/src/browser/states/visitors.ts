import { typeInto } from '../walks/hands.ts';
import type { State } from './state.ts';

/** States for people who are not signed in, with paths outside of an organization. */
export const visitorStates: State[] = [
  { name: 'signing in', path: '/sign-in' },
  {
    name: 'a wrong password',
    path: '/sign-in',
    async open(page) {
      await typeInto(page.getByLabel('E-mail'), 'nobody@example.com');
      await typeInto(page.getByRole('textbox', { name: 'Password' }), 'wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').getByRole('paragraph').waitFor();
    },
  },
  { name: 'a forgotten password', path: '/forgotten' },
  {
    name: 'an invitation',
    path: '/sign-in',
    async open(page, { call }) {
      const { link } = await call('invite_person', { email: `visitor-${Date.now()}@example.com`, role: 'member' });
      await page.goto(link);
      await page.getByLabel('Your name').waitFor();
    },
  },
  {
    name: 'a link for a new password',
    path: '/sign-in',
    async open(page, { call }) {
      const { link } = await call('create_reset_link', { email: 'bob@states.example' });
      await page.goto(link);
      await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    },
  },
  {
    name: 'a link that does not work',
    path: `/invitation#${'x'.repeat(43)}`,
    open: (page) => page.getByText("isn't complete").waitFor(),
  },
  { name: 'a company that does not know the person', path: '/company/callback?state=x&code=x' },
];
