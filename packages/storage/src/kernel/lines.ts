/** Lines as D22 defines them: `\n` ends a line, a `\r` before it belongs to the ending, a final ending opens no further line. */
export function countLines(text: string): number {
  const endings = countEndings(text, 0, text.length);
  return text === '' || text.endsWith('\n') ? endings : endings + 1;
}

export function countEndings(text: string, from: number, to: number): number {
  let endings = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) endings++;
  return endings;
}
