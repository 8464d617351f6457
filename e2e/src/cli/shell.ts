/** A word as a shell takes it literally: a clone may lie in a path with a space or a quote in it. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
