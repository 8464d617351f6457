import type { Page } from 'playwright-core';
import { typeInto } from '../walks/hands.ts';
import type { State } from './state.ts';

export const serviceStates: State[] = [
  { name: 'services', path: '/services', open: (page) => page.getByRole('row', { name: /Tracker/ }).waitFor() },
  {
    name: 'connecting a service that many have',
    path: '/services/connect',
    async open(page) {
      await page.getByRole('button', { name: /^Linear/ }).click();
      await page.getByRole('button', { name: 'Choose another' }).waitFor();
    },
  },
  {
    name: 'what a service offers',
    path: '/services/connect',
    async open(page, { serviceUrl }) {
      await typeInto(page.getByLabel('MCP server URL'), serviceUrl);
      await page.getByRole('button', { name: 'Preview tools' }).click();
      await page.getByLabel('Short name').waitFor();
    },
  },
  {
    name: 'a tool of a service, and what it answers',
    path: '/services',
    async open(page) {
      await openService(page);
      await page.getByRole('grid', { name: 'Tools' }).getByRole('row', { name: /list/ }).click();
      await typeInto(page.getByLabel('title'), 'a title');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('region', { name: 'Result' }).waitFor();
      await page.getByText('Call it from a program').click();
    },
  },
  ...['1 on hold', 'Health', 'Settings'].map((name) => ({
    name: `a service: ${name}`,
    path: '/services',
    async open(page: Page) {
      await openService(page);
      await page.getByRole('tab', { name }).click();
      await page.getByRole('heading', { name: /^(create|Failures|Credentials)$/ }).waitFor();
    },
  })),
  {
    name: 'what disconnecting stops',
    path: '/services',
    async open(page) {
      await openService(page);
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('button', { name: 'Disconnect service' }).waitFor();
    },
  },
  {
    name: 'connecting an API',
    path: '/services/connect',
    atNight: true,
    async open(page) {
      await page.getByText('HTTP API (OpenAPI)').click();
      await page.getByLabel('OpenAPI document URL').waitFor();
      await page.getByRole('combobox', { name: 'Credentials' }).click();
      await page.getByRole('option', { name: 'Custom headers' }).click();
      await page.getByRole('button', { name: 'Add header' }).waitFor();
    },
  },
  {
    name: 'a service that cannot be reached',
    path: '/services/connect',
    atNight: true,
    async open(page) {
      await typeInto(page.getByLabel('MCP server URL'), 'http://127.0.0.1:9/mcp');
      await page.getByRole('button', { name: 'Preview tools' }).click();
      await page.getByText("Can't reach").waitFor();
    },
  },
  {
    name: 'arguments of a tool as JSON',
    path: '/services',
    atNight: true,
    async open(page) {
      await openService(page);
      await page.getByRole('grid', { name: 'Tools' }).getByRole('row', { name: /list/ }).click();
      await page.getByRole('button', { name: 'Edit as JSON' }).click();
      await page.getByLabel('Arguments (JSON)').waitFor();
    },
  },
];

/** Opens the service that the test has connected. */
async function openService(page: Page): Promise<void> {
  await page.getByRole('row', { name: /Tracker/ }).click();
  await page
    .getByRole('grid', { name: 'Tools' })
    .getByRole('row', { name: /create/ })
    .waitFor();
}
