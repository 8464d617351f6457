/** Part of the words of a reference that a text contains in the same order. 1 means all words. */
export function partInOrder(reference: string, text: string): number {
  const [wanted, found] = [wordsOf(reference), wordsOf(text)];
  if (wanted.length === 0) return 1;
  // The longest common subsequence, a row of its table at a time.
  let row = new Uint32Array(found.length + 1);
  for (const word of wanted) {
    const next = new Uint32Array(found.length + 1);
    for (let at = 1; at <= found.length; at++)
      next[at] = word === found[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    row = next;
  }
  return (row[found.length] ?? 0) / wanted.length;
}

function wordsOf(text: string): string[] {
  return text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];
}
