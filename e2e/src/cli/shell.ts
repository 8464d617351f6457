/** Quotes a word for a shell, because the path of a clone can contain a space or a quote. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
