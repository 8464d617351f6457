/** Removes trailing blank lines from both texts, unless these are the only difference. */
export function withoutEndings(before: string, after: string): [string, string] {
  const [shownBefore, shownAfter] = [before.trimEnd(), after.trimEnd()];
  return shownBefore === shownAfter ? [before, after] : [shownBefore, shownAfter];
}
