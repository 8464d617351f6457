/** Maximum occurrences scanned before the earlier place. Without it, a text that repeats one letter could take seconds. */
const comparedAtMost = 200;

/** Finds the occurrence of quoted words nearest to their earlier place. Undefined if they are gone. // D74.1 */
export function findQuote(text: string, quote: string, earlier: number): number | undefined {
  const first = text.indexOf(quote);
  if (first < 0 || first >= earlier) return first < 0 ? undefined : first;
  const after = text.indexOf(quote, earlier);
  const before = lastBefore(text, quote, { first, earlier });
  return after < 0 || earlier - before <= after - earlier ? before : after;
}

function lastBefore(text: string, quote: string, { first, earlier }: { first: number; earlier: number }): number {
  let last = first;
  for (let compared = 0; compared < comparedAtMost; compared++) {
    const next = text.indexOf(quote, last + 1);
    if (next < 0 || next >= earlier) return last;
    last = next;
  }
  return last;
}

/** Returns a function that converts a position in a text to a line, counted from 1. Scans the text only once. */
export function createLineFinder(text: string): (at: number) => number {
  let starts: number[] | undefined;
  return (at) => {
    starts ??= startsOf(text);
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
