import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';

/** A word whose letters are drawn far apart, as in headings. PDF.js reads the gaps as spaces, and a real space as an item of its own. */
const spacedWord = /^\p{L}( \p{L}){2,}$/u;

/** A hyphen that divides a word at the end of a line. The rest begins with a small letter. */
const dividedWord = /(?<=\p{L})[-\u00ad\u2010]\n(?=\p{Ll})/gu;

/** The text of a page in the order in which it is drawn, with its line breaks. */
export function pageText({ items }: TextContent): string {
  const isDrawnAgain = overprints();
  const pieces = items.map((item) => {
    if (!('str' in item)) return '';
    const text = spacedWord.test(item.str) ? item.str.replaceAll(' ', '') : item.str;
    return (isDrawnAgain(item) ? '' : text) + (item.hasEOL ? '\n' : '');
  });
  return pieces
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(dividedWord, '')
    .replaceAll('\0', '')
    .trim();
}

/** Recognizes text that is drawn again over itself to look bold or outlined. The two letters in "ll" are farther apart. */
function overprints(): (item: TextItem) => boolean {
  const drawn = new Map<string, readonly [x: number, y: number]>();
  return ({ str, transform, width, height }) => {
    const [x, y]: [number, number] = [transform[4], transform[5]];
    const before = drawn.get(str);
    if (before !== undefined && Math.hypot(x - before[0], y - before[1]) <= Math.min(width / 2, height / 4)) return true;
    drawn.set(str, [x, y]);
    return false;
  };
}
