/** Splits the path of an operation from the query pairs that some documents write after it. */
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
