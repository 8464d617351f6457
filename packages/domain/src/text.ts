/** True for one line: without `\n`, and without a `\r` that could precede it. // D22 */
export function isOneLine(text: string): boolean {
  return !/[\r\n]/.test(text);
}

/** True for an empty text, or only white space (as in search: JavaScript's `\s` and U+0085). // D22 */
export function isBlank(text: string): boolean {
  return !/[^\s\u0085]/.test(text);
}

/** Length for limits, in code points, not UTF-16 units. // D16 */
export function codePointLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; length++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return length;
}
