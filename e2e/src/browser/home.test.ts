import type { Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangingService } from '../services/changing-service.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { connectTracker } from './tracker.ts';

describe('home', () => {
  let world: ConsoleWorld;
  let service: ChangingService;
  beforeAll(async () => {
    world = await openConsoleWorld([], { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' });
    service = await connectTracker(world.place);
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  it('links to tools that are held after a change by their service, until a person has approved them', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const isProbe = (request: Request) => request.url().endsWith('/healthz');
    const ended = Promise.race([page.waitForEvent('requestfinished', isProbe), page.waitForEvent('requestfailed', isProbe)]);
    await page.goto(world.at('/home'));
    // An answer that is not read keeps its connection from other requests until it is given up.
    expect((await ended).failure()).toBeNull();
    const held = page.getByRole('region', { name: /Tools on hold/ });
    await held.getByText('tracker').waitFor();
    await held.getByRole('link', { name: '1 tool', exact: true }).click();
    await page.waitForURL('**/services/*?tab=held');
    await page.getByText('Does more than before.').first().waitFor();
    await page.getByRole('button', { name: 'Approve create' }).click();
    await page.getByText('No tools on hold').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await visitor.settle();
    await held.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });
});
