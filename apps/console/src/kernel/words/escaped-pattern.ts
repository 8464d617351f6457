/** A text as part of a regular expression that finds it: not every browser has `RegExp.escape`. */
export function escapedPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
