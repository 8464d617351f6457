/** Line of llms.txt for one page. */
export interface Line {
  address: string;
  words: Set<string>;
}

const entry = /^\s*- \[(.+)\]\((\S+)\): (.+)$/;

export function readLines(llmsText: string): Line[] {
  return llmsText.split('\n').flatMap((line) => {
    const [, title = '', address = '', summary = ''] = entry.exec(line) ?? [];
    return address === '' ? [] : [{ address, words: new Set(wordsOf(`${title} ${summary} ${address}`)) }];
  });
}

/** Chooses the pages whose lines share the rarest words with a question. A program that knows only llms.txt would read these first. */
export function choosePages(lines: readonly Line[], question: string, most: number): string[] {
  const asked = new Set(wordsOf(question));
  const weightOf = (word: string) => Math.log(lines.length / (1 + lines.filter(({ words }) => words.has(word)).length));
  const weights = new Map([...asked].map((word) => [word, weightOf(word)]));
  return lines
    .map(({ address, words }) => ({
      address,
      score: [...asked].reduce((sum, word) => sum + (words.has(word) ? (weights.get(word) ?? 0) : 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ address }) => address);
}

const saysNothing = new Set(
  'a an and are can do does for from get have how i in into is it its me my of on or our that the their there this to we what when where which who with without you your'.split(
    ' ',
  ),
);

/** Words in one form: "keys" becomes "key", "connects" becomes "connect". A name with underscores yields the whole word and its parts. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words
    .flatMap((word) => [word, ...word.split('_')])
    .filter((word) => word.length > 1 && !saysNothing.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|e|s)$/, '') : word.replace(/s$/, '')));
}
