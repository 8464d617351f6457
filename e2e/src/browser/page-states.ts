import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findBarriers } from './accessibility.ts';
import type { ClientContext } from './open-browser.ts';
import { activityStates } from './states/activity.ts';
import { type CallRoom, openCallRoom } from './states/call-room.ts';
import { documentStates } from './states/documents.ts';
import { identityStates } from './states/identity.ts';
import { reviewStates } from './states/reviews.ts';
import { serviceStates } from './states/services.ts';
import { shellStates } from './states/shell.ts';
import type { Meeting, State } from './states/state.ts';
import { taskStates } from './states/tasks.ts';
import { visitorStates } from './states/visitors.ts';

/** Pages of an organization, in all states to check. */
export const states: readonly State[] = [
  ...documentStates,
  ...reviewStates,
  ...identityStates,
  ...activityStates,
  ...taskStates,
  ...serviceStates,
  ...shellStates,
];

/** Finds faults of the current page: barriers for people, and content that does not fit. */
export async function findFaults(page: Page, name: string): Promise<string[]> {
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  const cut = await page.evaluate<number>(widestNavigation);
  const keys = await page.evaluate<string[]>(keysOnGlass);
  return [
    ...(tooWide > 0 ? [`${name}: ${tooWide} pixels too wide`] : []),
    ...(cut > 0 ? [`${name}: navigation ${cut} pixels too wide`] : []),
    ...keys.map((key) => `${name}: names the key ${key}, and there is no keyboard`),
    ...(await findBarriers(page)).map((barrier) => `${name}: ${barrier}`),
  ];
}

/** Script for a page: how far a list of its navigation can be scrolled sideways. */
const widestNavigation = `Math.max(0, ...[...document.querySelectorAll('nav ul')]
  .filter((list) => getComputedStyle(list).overflowX !== 'visible')
  .map((list) => list.scrollWidth - list.clientWidth))`;

/** Script for a page: the keys that it names on a device without a keyboard, except in the list that a key has opened. */
const keysOnGlass = `(() => {
  if (!matchMedia('(hover: none) and (pointer: coarse)').matches) return [];
  const named = [...document.querySelectorAll('kbd')].filter((key) => key.checkVisibility() && key.closest('[role=dialog] dl') === null);
  return [...named.map(({ textContent }) => textContent), ...(document.body.innerText.match(/\\b(?:Esc|Ctrl)\\b/g) ?? [])];
})()`;

/** Phone without a pointer that hovers, and without a keyboard. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Share of the pages and dialogs: the even or the odd ones by day, all of them at night. */
export type Share = 'all' | 'even' | 'odd';

/** Checks pages and dialogs of the organization at `home`, as a signed-in person. */
export async function checkPages(visitor: ClientContext, home: string, serviceUrl: string, share: Share = 'all'): Promise<string[]> {
  const room = openCallRoom(visitor.page);
  const meeting = meetingAt(visitor.page, home, serviceUrl, room);
  const cookies = await visitor.page.context().cookies();
  const byDay = states.filter(({ atNight }) => !atNight);
  const found: string[] = [];
  for (const state of states) {
    if (share !== 'all' && !isInShare(state, byDay.indexOf(state), share)) continue;
    // The state before this one may have ended the session, the network or an answer.
    await visitor.page.context().setOffline(false);
    await visitor.page.unrouteAll();
    await visitor.page.context().addCookies(cookies);
    await room.wait();
    found.push(...(await look(visitor, state, `${home}${state.path}`, meeting)));
  }
  return found;
}

/** Checks the pages of the application that need no session. `owner` creates the links to some of them. */
export async function checkVisitorPages(visitor: ClientContext, origin: string, owner: Pick<Meeting, 'call'>): Promise<string[]> {
  const meeting = { ...meetingAt(visitor.page, `${origin}/app`, '', openCallRoom(visitor.page)), ...owner };
  const found: string[] = [];
  for (const state of visitorStates) found.push(...(await look(visitor, state, `${origin}/app${state.path}`, meeting)));
  return found;
}

async function look({ page, settle }: ClientContext, { name, open }: State, address: string, meeting: Meeting): Promise<string[]> {
  try {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    await open?.(page, meeting);
    await settle();
    return await findFaults(page, name);
  } catch (error) {
    return [`${name}: ${error}`];
  }
}

function isInShare({ isNeeded, atNight }: State, index: number, share: Share): boolean {
  return !atNight && (isNeeded === true || (share === 'even') === (index % 2 === 0));
}

function meetingAt(page: Page, home: string, serviceUrl: string, room: CallRoom): Meeting {
  const post = (tool: string, data: object) => {
    room.count();
    return page.request.post(`${home.replace('/app/', '/app/api/')}/tools/${tool}`, { data, headers: { 'Sec-Fetch-Site': 'same-origin' } });
  };
  return {
    serviceUrl,
    at: (path) => `${home}${path}`,
    async call(tool, input = {}) {
      const answer = await post(tool, input);
      assert.equal(answer.status(), 200, `${tool}: ${await answer.text()}`);
      return await answer.json();
    },
    async refused(tool, input = {}) {
      const answer = await post(tool, input);
      assert.notEqual(answer.status(), 200, `${tool} is refused`);
    },
  };
}
