import type { Page } from 'playwright-core';
import { whenPainted } from './painted.ts';

/** An action on a page, and the condition for its effect. */
export interface Step {
  key: string;
  /** True to hold Ctrl with the key. */
  withControl?: boolean;
  isThere: string;
}

/** Script for a page: the active row. */
export const activeRow = `document.querySelector('[role=row][data-active]')`;
/** Script for a page: true if the active row has changed since the key. */
export const isAnotherRow = `${activeRow} !== null && ${activeRow}.id !== window.before`;
/** Script for a page: the status text of the find bar, and a check that it has changed since the key. */
const said = `document.querySelector('search [role=status]')?.textContent`;
export const isAnotherPlace = `${said} !== window.said`;

/** Measures from a key event that is dispatched in the page, because input through the browser takes additional time. */
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

/** Measures from typing a letter into the focused field until `isThere` is true. */
export function letterToPaint(page: Page, letter: string, isThere: string): Promise<number> {
  return page.evaluate(`(async () => {
    const field = document.activeElement;
    const wanted = (field.value ?? '') + ${JSON.stringify(letter)};
    const begun = performance.now();
    document.execCommand('insertText', false, ${JSON.stringify(letter)});
    return (await ${whenPainted(isThere)}) - begun;
  })()`);
}
