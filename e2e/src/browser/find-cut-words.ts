import type { Page } from 'playwright-core';

/**
 * Finds dates and names in lists of which a part is hidden: at the left of what holds them, or at the right without an ellipsis and a
 * title that has the rest.
 */
export function findCutWords(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(cutWords);
}

/**
 * Script for a page. Each box around a text hides what sticks out of it, the innermost first. Text for screen readers alone stands in boxes
 * of one pixel.
 */
const cutWords = `(() => {
  const found = new Set();
  const canScroll = (style) => style.overflowX === 'auto' || style.overflowX === 'scroll';
  for (const place of document.querySelectorAll('main time, main [role=gridcell], main li a, main h1')) {
    if (!place.checkVisibility()) continue;
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const range = document.createRange();
      range.selectNodeContents(text);
      const parts = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 1);
      if (parts.length === 0) continue;
      const shown = { left: Math.min(...parts.map(({ left }) => left)), right: Math.max(...parts.map(({ right }) => right)) };
      for (let box = text.parentElement; box && box.tagName !== 'MAIN' && box.clientWidth !== 1; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.overflowX === 'visible') continue;
        const left = box.getBoundingClientRect().left + box.clientLeft;
        const right = left + box.clientWidth;
        const isCutLeft = shown.left < left - 1 && !(canScroll(style) && box.scrollLeft > 0);
        const isCutRight = shown.right > right + 1 && !canScroll(style);
        const hasRest = style.textOverflow === 'ellipsis' && text.parentElement.closest('[title]') !== null;
        if (isCutLeft || (isCutRight && !hasRest)) found.add(text.textContent + ' in ' + box.className);
        shown.left = Math.max(shown.left, left);
        shown.right = Math.min(shown.right, right);
      }
    }
  }
  return [...found];
})()`;
