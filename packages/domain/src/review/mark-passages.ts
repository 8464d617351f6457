import { type MarkedPiece, markedWords } from '../merge/changed-words.ts';
import { pairTexts } from './pair-texts.ts';

/** A paragraph, cell or list of a rendered text, with the passages in it. */
export interface Passage<Node> {
  /** Kind of element. Passages of different kinds are not compared. */
  kind: string;
  text: string;
  /** Empty for a passage whose words are compared. */
  parts: readonly Passage<Node>[];
  /** Place on the page. */
  node: Node;
}

/** Difference between two versions of a rendered text at one passage. */
export type MarkedPassage<Node> =
  | { change: 'words'; before: Passage<Node>; after: Passage<Node>; pieces: MarkedPiece[] }
  | { change: 'added'; passage: Passage<Node> }
  /** Was in `parent`, before `next` or at the end. If `next` is `parent`, it was before the words of `parent`. */
  | { change: 'removed'; passage: Passage<Node>; parent: Passage<Node>; next: Passage<Node> | undefined };

/** Compares two versions of a rendered text. Returns the differences in the order of the text. */
export function markPassages<Node>(before: Passage<Node>, after: Passage<Node>): MarkedPassage<Node>[] {
  if (before.parts.length === 0 && after.parts.length === 0) {
    if (before.text === after.text) return [];
    return [{ change: 'words', before, after, pieces: withoutGaps(markedWords(before.text, after.text)) }];
  }
  const marks: MarkedPassage<Node>[] = [];
  const pairs = pairParts(before, after);
  const followers = nextOf(pairs);
  for (const [index, pair] of pairs.entries()) {
    if (pair.before && pair.after) marks.push(...markPassages(pair.before, pair.after));
    else if (pair.after) marks.push({ change: 'added', passage: pair.after });
    else if (pair.before) marks.push({ change: 'removed', passage: pair.before, parent: after, next: followers[index] });
  }
  return marks;
}

interface Pair<Node> {
  before?: Passage<Node> | undefined;
  after?: Passage<Node> | undefined;
}

function pairParts<Node>(before: Passage<Node>, after: Passage<Node>): Pair<Node>[] {
  const [ones, others] = [partsOf(before), partsOf(after)];
  // Pair cells by column: their texts are too short to be alike.
  const isByPlace = after.kind === 'tr' && ones.length === others.length;
  const texts = (parts: readonly Passage<Node>[]) => parts.map(({ text }) => text);
  const pairs = isByPlace ? ones.map((_, index) => ({ before: index, after: index })) : pairTexts(texts(ones), texts(others));
  return pairs.flatMap<Pair<Node>>(({ before: one = -1, after: other = -1 }) => {
    const pair = { before: ones[one], after: others[other] };
    const isOneKind = kindIn(before, pair.before) === kindIn(after, pair.after);
    return isOneKind || !pair.before || !pair.after ? [pair] : [{ before: pair.before }, { after: pair.after }];
  });
}

/** Returns the parts of a passage, or the passage itself if it has text but no parts. */
function partsOf<Node>(passage: Passage<Node>): readonly Passage<Node>[] {
  if (passage.parts.length > 0) return passage.parts;
  return passage.text === '' ? [] : [passage];
}

/** Returns the kind of a part. A passage that is its own part counts as a paragraph. */
const kindIn = <Node>(passage: Passage<Node>, part: Passage<Node> | undefined) => (part === passage ? 'p' : part?.kind);

/** Returns, for each pair, the next passage of the later version. */
function nextOf<Node>(pairs: readonly Pair<Node>[]): (Passage<Node> | undefined)[] {
  let next: Passage<Node> | undefined;
  return pairs
    .toReversed()
    .map(({ after }) => {
      const follower = next;
      next = after ?? next;
      return follower;
    })
    .toReversed();
}

/** Joins changes with only a space between them: whole phrases are easier to read than single words. */
function withoutGaps(pieces: readonly MarkedPiece[]): MarkedPiece[] {
  const joined: MarkedPiece[] = [];
  let [removed, added] = ['', ''];
  const close = () => {
    if (removed !== '') joined.push({ text: removed, change: 'removed' });
    if (added !== '') joined.push({ text: added, change: 'added' });
    [removed, added] = ['', ''];
  };
  for (const [index, { text, change }] of pieces.entries()) {
    const isGap = change === 'none' && text.trim() === '' && removed !== '' && added !== '' && isReplaced(pieces, index + 1);
    if (change === 'none' && !isGap) {
      close();
      joined.push({ text, change });
      continue;
    }
    if (change !== 'added') removed += text;
    if (change !== 'removed') added += text;
  }
  close();
  return joined;
}

const isReplaced = (pieces: readonly MarkedPiece[], at: number) => pieces[at]?.change === 'removed' && pieces[at + 1]?.change === 'added';
