/** Messages of the gateway are parts of sentences: with a capital and a full stop they stand alone. */
export function sentence(text: string): string {
  const first = text[0]?.toUpperCase() ?? '';
  return `${first}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}
