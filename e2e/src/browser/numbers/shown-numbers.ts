import type { Page } from 'playwright-core';

/** Texts of a page that contain digits, with the words next to them. */
export async function shownNumbers(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(script);
}

/**
 * A cell of a list is `list / row / column: text`. Other text is read line by line, and a line without letters follows the line before it,
 * as `before ¦ line`. Leaves out text that people wrote, times, and everything hidden from screen readers.
 */
const script = `(() => {
  const leftOut = 'time, code, pre, kbd, textarea, article, [role=textbox], [aria-hidden=true]';
  const grids = [...document.querySelectorAll('[role=grid]')];
  const hidden = [...document.querySelectorAll(leftOut)].map((element) => ({ element, display: element.style.display }));
  for (const { element } of hidden) element.style.display = 'none';
  const found = grids.flatMap((grid) => {
    const titles = [...grid.querySelectorAll('[role=columnheader]')].map((title) => title.innerText);
    return [...grid.querySelectorAll('[role=rowgroup] [role=row]')].flatMap((row) => {
      const cells = [...row.querySelectorAll('[role=gridcell]')];
      const name = cells.map((cell) => cell.innerText.trim()).find((text) => text !== '') ?? '';
      return cells.map((cell, index) => grid.ariaLabel + ' / ' + name.split('\\n')[0] + ' / ' + titles[index] + ': ' + cell.innerText.trim().replaceAll(/\\s+/g, ' '));
    });
  });
  const rows = grids.map((element) => ({ element, display: element.style.display }));
  for (const { element } of rows) element.style.display = 'none';
  const lines = document.body.innerText.split('\\n').map((line) => line.trim()).filter((line) => line !== '');
  for (const { element, display } of [...hidden, ...rows]) element.style.display = display;
  lines.forEach((line, index) => found.push(/\\p{Letter}/u.test(line) ? line : (lines[index - 1] ?? '') + ' ¦ ' + line));
  for (const element of document.querySelectorAll('[aria-label]')) if (element.checkVisibility()) found.push(element.ariaLabel);
  return [...new Set(found.filter((text) => /\\d/.test(text)))];
})()`;
