import { typeInto } from '../walks/hands.ts';
import type { State } from './state.ts';

export const taskStates: State[] = [
  { name: 'no such tasks', path: '/tasks?text=absent' },
  {
    name: 'a task',
    isNeeded: true,
    path: '/tasks',
    async open(page) {
      await page.getByRole('button', { name: 'Create task' }).first().click();
      const title = page.getByLabel('Title', { exact: true });
      await typeInto(title, 'A task that is called what a task is called when somebody writes all of it down');
      // The parts of a date are typed one after the other, as the browser's language orders them: here month, day, year.
      await page.getByLabel('Due').focus();
      await page.keyboard.type('01022026');
      await page.getByRole('complementary').getByRole('button', { name: 'Create task' }).click();
      await page.getByText('created this task').waitFor();
      const notes = page.getByRole('textbox', { name: 'Notes' });
      await typeInto(notes, 'What somebody writes of it, which goes on for more than a line, and then for one more.');
      await notes.blur();
      await page.getByRole('complementary').getByText('Notes: none').waitFor();
    },
  },
  {
    name: 'creating a task',
    path: '/tasks',
    async open(page) {
      await page.getByRole('button', { name: 'Create task' }).first().click();
      await page.getByLabel('Title', { exact: true }).waitFor();
    },
  },
  {
    name: 'selected tasks',
    path: '/tasks?closed=true',
    async open(page) {
      await page.getByRole('row').nth(1).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Due date' }).click();
      await page.getByRole('combobox').waitFor();
    },
  },
  {
    name: 'the board',
    path: '/tasks?view=board',
    open: (page) =>
      page
        .getByRole('link', { name: /A task/ })
        .first()
        .waitFor(),
  },
  {
    name: 'what tasks are filtered by',
    path: '/tasks',
    atNight: true,
    async open(page) {
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'a card that is carried',
    path: '/tasks?view=board',
    atNight: true,
    async open(page) {
      await page
        .getByRole('link', { name: /A task/ })
        .first()
        .waitFor();
      for (const key of ['j', 'Space', 'ArrowRight']) await page.keyboard.press(key);
      await page.getByRole('status').getByText('over In progress').waitFor();
    },
  },
];
