/** One line: nothing in it ends a line, neither `\n` nor the `\r` that may stand before it. // D22 */
export function isOneLine(text: string): boolean {
  return !/[\r\n]/.test(text);
}

/** Only white space (as in search: JavaScript's `\s` and U+0085), or nothing at all. // D22 */
export function isBlank(text: string): boolean {
  return !/[^\s\u0085]/.test(text);
}

/** Length limits count code points, not UTF-16 units. // D16 */
export function codePointLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; length++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return length;
}
