import type { Locator, Page } from 'playwright-core';
import { until } from '../../kit/until.ts';

/** Way to use a page: with a pointer, or with the keyboard alone. */
export interface Hand {
  name: 'pointer' | 'keyboard';
  press(target: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  /** Opens a row of a list. */
  open(page: Page, list: string, row: RegExp): Promise<void>;
  /** Adds a row of a list to the selection. */
  select(page: Page, list: string, row: RegExp): Promise<void>;
  /** Carries a card of a board to a column to the right of its own. */
  carry(page: Page, card: RegExp, column: string): Promise<void>;
  /** Goes to a place of the application by its name. */
  goTo(page: Page, place: 'Home' | 'Documents' | 'Tasks' | 'Agents' | 'Activity' | 'People' | 'Settings' | 'Account'): Promise<void>;
  /** Takes an entry of the menu that is open. */
  pick(page: Page, entry: RegExp): Promise<void>;
  /** Draws over the middle of a chart. */
  draw(page: Page, chart: Locator): Promise<void>;
  /** Chooses an option of a field that opens a list. */
  choose(page: Page, field: Locator, option: string): Promise<void>;
}

/** Visible part of the next column on a narrow screen. */
const edge = { x: 12, y: 80 };

export const pointer: Hand = {
  name: 'pointer',
  press: (target) => target.click(),
  async write(field, text) {
    await field.click();
    await type(field, text);
  },
  open: (page, list, row) => rowOf(page, list, row).click(),
  async goTo(page, place) {
    const more = page.getByRole('button', { name: 'More', exact: true });
    const link = page.getByRole('navigation').getByRole('link', { name: place, exact: true }).filter({ visible: true });
    // On narrow screens, the last links are behind a button.
    if ((await more.isVisible()) && (await link.count()) === 0) {
      await more.click();
      await page.getByRole('menuitem', { name: place, exact: true }).click();
    } else await link.click();
  },
  select: (page, list, row) => rowOf(page, list, row).getByRole('checkbox').check(),
  carry: (page, card, column) =>
    cardOf(page, card).dragTo(page.getByRole('region', { name: column, exact: true }), { targetPosition: edge }),
  pick: (page, entry) => page.getByRole('menuitem', { name: entry }).click(),
  async draw(page, chart) {
    const { x, y, width } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.mouse.move(x + width * 0.4, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, y + 10);
    await page.mouse.up();
  },
  async choose(page, field, option) {
    await field.click();
    await page.getByRole('option', { name: option }).click();
  },
};

const placeKeys = { Home: 'h', Documents: 'd', Tasks: 't', Agents: 'a', Activity: 'l', People: 'p', Settings: 's', Account: 'm' };

export const keyboard: Hand = {
  name: 'keyboard',
  async press(target) {
    await focus(target);
    await target.page().keyboard.press('Enter');
  },
  async write(field, text) {
    await focus(field);
    await type(field, text);
  },
  async open(page, list, row) {
    await goToRow(page, list, row);
    await page.keyboard.press('Enter');
  },
  async select(page, list, row) {
    await goToRow(page, list, row);
    await page.keyboard.press('x');
  },
  async carry(page, card, column) {
    await cardOf(page, card).waitFor();
    for (let steps = 0; steps < maxStops && !(await isFocused(cardOf(page, card))); steps++) await page.keyboard.press('j');
    await page.keyboard.press('Space');
    const over = page.getByRole('status').getByText(`over ${column}`);
    for (let steps = 0; steps < 5 && !(await over.isVisible()); steps++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
  },
  async goTo(page, place) {
    const heading = page.getByRole('heading', { level: 1, name: place });
    // On a loaded machine, the second key may come too late for a sequence, and the page may be late too. Pressing again starts over.
    await until(`the page ${place} is open`, async () => {
      await page.keyboard.press('g');
      await page.keyboard.press(placeKeys[place]);
      return await heading.waitFor({ timeout: 40_000 }).then(
        () => true,
        () => false,
      );
    });
  },
  async pick(page, entry) {
    const wanted = page.getByRole('menuitem', { name: entry });
    await wanted.waitFor();
    for (let steps = 0; steps < 30; steps++) {
      if (await isFocused(wanted)) return await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowDown');
    }
    throw new Error(`the entry ${entry} is not reached by the arrows`);
  },
  async draw(page, chart) {
    await focus(chart);
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter']) await page.keyboard.press(key);
  },
  async choose(page, field, option) {
    await focus(field);
    await page.keyboard.press('ArrowDown');
    const wanted = page.getByRole('option', { name: option });
    await wanted.waitFor();
    for (let steps = 0; steps < 30; steps++) {
      if ((await wanted.getAttribute('data-combobox-selected')) !== null) return await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowDown');
    }
    throw new Error(`the option ${option} is not reached by the arrows`);
  },
};

/** Types letter by letter, like people. Filling a field in one step would hide letters that go elsewhere. */
async function type(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.press('Delete');
  await keyboard.type(text);
}

/** Types into a field for tests that are not about the hand. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click();
  await type(field, text);
}

/** The first one: a walk may have been gone before. */
const rowOf = (page: Page, list: string, row: RegExp) => page.getByRole('grid', { name: list }).getByRole('row', { name: row }).first();

const cardOf = (page: Page, card: RegExp) => page.getByRole('region', { name: 'Board' }).getByRole('link', { name: card }).first();

async function goToRow(page: Page, list: string, row: RegExp): Promise<void> {
  await rowOf(page, list, row).waitFor();
  const active = page.locator('[role=row][data-active]');
  const seen = new Set<string>();
  // Moves down to the end, then up again. The end is detected by position, because two rows may have the same text.
  for (let steps = 0, key = 'j', before = -1; steps < 400; steps++) {
    await page.keyboard.press(key);
    const { text, place } = await active.evaluate((element) => ({
      text: element.textContent,
      place: Number(element.getAttribute('aria-rowindex')),
    }));
    if (row.test(text)) return;
    seen.add(text);
    if (place === before) key = 'k';
    before = place;
  }
  throw new Error(`no row ${row} of ${list} is reached by j and k, only ${[...seen].join('; ')}`);
}

const maxStops = 150;

const isFocused = (target: Locator) => target.evaluate((element) => element === element.ownerDocument.activeElement);

/** Presses Tab, or Shift and Tab if the target is above, until the target has the focus. */
async function focus(target: Locator): Promise<void> {
  await target.waitFor();
  const isAbove = await target.evaluate((element) => {
    const active = element.ownerDocument.activeElement ?? element.ownerDocument.body;
    // 2 is DOCUMENT_POSITION_PRECEDING.
    return active.localName !== 'body' && (active.compareDocumentPosition(element) & 2) !== 0;
  });
  const key = isAbove ? 'Shift+Tab' : 'Tab';
  for (let stops = 0; stops < maxStops; stops++) {
    if (await isFocused(target)) return;
    await target.page().keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}`);
}
