import type { ClientContext } from '../open-browser.ts';

/**
 * Reports each key that is pressed while nothing has the focus, after another key on the same page: that key has lost the focus. A pointer
 * may leave the focus anywhere.
 */
export async function watchFocus({ page, faults }: ClientContext): Promise<void> {
  await page.exposeFunction('noteLostFocus', (words: string) => void faults.push(words));
  await page.addInitScript(inPage);
}

/** A string, because it runs in the page. */
const inPage = `(() => {
  let last;
  let before = 'nothing';
  const nameOf = (element) =>
    [element.tagName.toLowerCase(), element.getAttribute('role'), (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 60)]
      .filter(Boolean)
      .join(' ');
  // A button that works is disabled for as long: the focus comes back to it.
  const isWaiting = () => document.querySelector('button[data-loading]:disabled') !== null;
  const isNowhere = () => (document.activeElement === null || document.activeElement === document.body) && !isWaiting();
  addEventListener('keydown', ({ key }) => {
    if (last !== undefined && isNowhere()) {
      noteLostFocus('the focus is lost after ' + last + ' on ' + before + ' at ' + location.pathname + location.search);
    }
    // Tab leads out of the page behind its last stop, and in again.
    if (!/^(Tab|Shift|Control|Meta)$/.test(key)) last = key;
    else last = undefined;
  }, true);
  addEventListener('focusin', ({ target }) => void (before = nameOf(target)), true);
  addEventListener('pointerdown', () => void (last = undefined), true);
})()`;
