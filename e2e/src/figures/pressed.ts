import type { Page } from 'playwright-core';
import { whenPainted } from './painted.ts';

/** What is done on a page, and how it shows that it was. */
export interface Step {
  key: string;
  /** Held with it: Ctrl. */
  withControl?: boolean;
  isThere: string;
}

/** In a page: the row that the keys are on. */
export const activeRow = `document.querySelector('[role=row][data-active]')`;
/** In a page: whether that is another one than before the key. */
export const isAnotherRow = `${activeRow} !== null && ${activeRow}.id !== window.before`;
/** In a page: what the bar says that finds words, and whether it says something else than before the key. */
const said = `document.querySelector('search [role=status]')?.textContent`;
export const isAnotherPlace = `${said} !== window.said`;

/** From the key, which the page gets by itself: what the browser is told takes time of its own. */
export function keyToPaint(page: Page, { key, withControl = false, isThere }: Step): Promise<number> {
  return page.evaluate(`(async () => {
    window.before = ${activeRow}?.id;
    window.said = ${said};
    const begun = performance.now();
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', {
      key: ${JSON.stringify(key)}, ctrlKey: ${withControl}, bubbles: true, cancelable: true,
    }));
    return (await ${whenPainted(isThere)}) - begun;
  })()`);
}

/** From a letter in the field that has the focus, whose value was `before`, until what `isThere` asks. */
export function letterToPaint(page: Page, letter: string, isThere: string): Promise<number> {
  return page.evaluate(`(async () => {
    const field = document.activeElement;
    const wanted = (field.value ?? '') + ${JSON.stringify(letter)};
    const begun = performance.now();
    document.execCommand('insertText', false, ${JSON.stringify(letter)});
    return (await ${whenPainted(isThere)}) - begun;
  })()`);
}
