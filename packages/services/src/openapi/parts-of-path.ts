/** The path of an operation, and the pairs of the query that some documents write behind it. */
export function partsOfPath(written: string): { path: string; pairs: string[] } {
  const [whole = ''] = written.split('#');
  const at = whole.indexOf('?');
  if (at === -1) return { path: whole, pairs: [] };
  return {
    path: whole.slice(0, at),
    pairs: whole
      .slice(at + 1)
      .split('&')
      .filter((pair) => pair !== ''),
  };
}
