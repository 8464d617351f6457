import { differenceOf, type Stretch } from '@gatehouse/domain/merge';
import { pairTexts, type ReviewChange } from '@gatehouse/domain/review';
import type { BlockChange, ReviewSource, SourceBlock } from './block-review.ts';
import { keyOf } from './changed-blocks.ts';
import { type Block, oneCharacterEndings, parseBlocks } from './parse-blocks.ts';

/** Maximum steps of comparing the blocks of both texts. Beyond it, more blocks are compared by words. */
const maxSteps = 2_000_000;

/** Blocks of the current text with the removed blocks of the reviewed text between them. Changed blocks name their changes. // D78 */
export function reviewBlocks({ reviewed, current, changes }: ReviewSource): Block[] {
  const [before, after] = [oneCharacterEndings(reviewed), oneCharacterEndings(current)];
  const rows = pairBlocks({ blocks: parseBlocks(reviewed), text: before }, { blocks: parseBlocks(current), text: after });
  placeChanges(rows, placesOf(changes, reviewed, current), before, after);
  return rows.map(blockOf);
}

interface Side {
  blocks: readonly Block[];
  text: string;
}

/** A block in both texts, or in one of them. */
interface Row {
  before: (SourceBlock & Block) | undefined;
  after: (SourceBlock & Block) | undefined;
  isChanged: boolean;
  changes: BlockChange[];
}

/** Pairs blocks that look the same, and the others by their sources. */
function pairBlocks(before: Side, after: Side): Row[] {
  const [ones, others] = [withSources(before), withSources(after)];
  return differenceOf(before.blocks.map(keyOf), after.blocks.map(keyOf), maxSteps).flatMap((stretch) => {
    const [left, right] = [ones.slice(...stretch.before), others.slice(...stretch.after)];
    const rowOf = (one: Row['before'], other: Row['after']): Row => ({
      before: one,
      after: other,
      isChanged: !stretch.isSame,
      changes: [],
    });
    if (stretch.isSame) return left.map((one, index) => rowOf(one, right[index]));
    const texts = (blocks: typeof left) => blocks.map(({ text }) => text.trim());
    return pairTexts(texts(left), texts(right)).map((pair) => rowOf(left[pair.before ?? -1], right[pair.after ?? -1]));
  });
}

const withSources = ({ blocks, text }: Side) =>
  blocks.map((block) => ({ ...block, text: block.source.map(({ from, to }) => text.slice(from, to)).join('') }));

interface PlacedChange {
  id: string;
  before: Stretch;
  after: Stretch;
}

/** Changes with their places in both texts as the parser reads them. */
function placesOf(changes: readonly ReviewChange[], reviewed: string, current: string): PlacedChange[] {
  const before = movedTo(
    reviewed,
    (change) => change.reviewedAt,
    (change) => change.before,
  );
  const after = movedTo(
    current,
    (change) => change.currentAt,
    (change) => change.after,
  );
  return changes.map((change) => ({ id: change.id, before: before(change), after: after(change) }));
}

/** Returns a function that moves places, in their order, into the text with one character for each line ending. */
function movedTo(text: string, startOf: (change: ReviewChange) => number, textOf: (change: ReviewChange) => string) {
  let [at, moved] = [0, 0];
  return (change: ReviewChange): Stretch => {
    const start = startOf(change);
    const from = moved + oneCharacterEndings(text.slice(at, start)).length;
    at = start + textOf(change).length;
    moved = from + oneCharacterEndings(textOf(change)).length;
    return { from, to: moved };
  };
}

/** Gives each change to the changed blocks that contain it. Parts that no block shows, such as comments, go to the block before them. */
function placeChanges(rows: Row[], changes: readonly PlacedChange[], reviewed: string, current: string): void {
  const changed = rows.filter(({ isChanged }) => isChanged);
  for (const change of changes) {
    const meeting = changed.filter(({ before, after }) => meets(before?.source, change.before) || meets(after?.source, change.after));
    for (const row of meeting) row.changes.push(partOf(row, change, reviewed, current));
    const before = textBeside(
      reviewed,
      change.before,
      meeting.flatMap((row) => row.before?.source ?? []),
    );
    const after = textBeside(
      current,
      change.after,
      meeting.flatMap((row) => row.after?.source ?? []),
    );
    if (meeting.length > 0 && before.trim() === after.trim()) continue;
    (meeting.at(-1) ?? rowBefore(rows, change)).changes.push({ id: change.id, before, after, beforeAt: nowhere, afterAt: nowhere });
  }
  // A change elsewhere can change how a block looks: the target of a link can be at the end of the text.
  for (const row of changed) {
    const nearest = changes.findLast(({ after }) => after.from <= startOf(row)) ?? changes[0];
    if (row.changes.length === 0 && nearest) row.changes.push({ ...partOf(row, nearest, reviewed, current), before: '', after: '' });
  }
}

/** The text of a place outside of blocks. */
function textBeside(text: string, place: Stretch, blocks: readonly Stretch[]): string {
  let [rest, at] = ['', place.from];
  for (const { from, to } of blocks.toSorted((one, other) => one.from - other.from)) {
    if (to <= at || from >= place.to) continue;
    rest += text.slice(at, Math.max(at, from));
    at = to;
  }
  return rest + text.slice(at, place.to);
}

const nowhere: Stretch = { from: 0, to: 0 };
const textAt = (text: string, { from, to }: Stretch) => text.slice(from, to);
const startOf = ({ before, after }: Row) => (after ?? before)?.source[0]?.from ?? 0;

const meets = (source: readonly Stretch[] | undefined, { from, to }: Stretch): boolean =>
  source?.some((stretch) => stretch.from < to && from < stretch.to) ?? false;

/** Last block that begins before a change. A text without blocks gets an empty one. */
function rowBefore(rows: Row[], { after }: PlacedChange): Row {
  const index = rows.findLastIndex((row) => row.after !== undefined && startOf(row) <= after.from);
  const found = rows[Math.max(index, 0)];
  if (found) return found;
  const empty: Row = { before: undefined, after: { html: '', text: '', source: [] }, isChanged: true, changes: [] };
  rows.push(empty);
  return empty;
}

function partOf({ before, after }: Row, change: PlacedChange, reviewed: string, current: string): BlockChange {
  const [one, other] = [clipped(before?.source ?? [], change.before), clipped(after?.source ?? [], change.after)];
  return {
    id: change.id,
    before: one.parts.map((part) => textAt(reviewed, part)).join(''),
    after: other.parts.map((part) => textAt(current, part)).join(''),
    beforeAt: one.place,
    afterAt: other.place,
  };
}

/** The parts of a change in a block, and their place in its source. */
function clipped(source: readonly Stretch[], { from, to }: Stretch): { parts: Stretch[]; place: Stretch } {
  const parts: Stretch[] = [];
  let [at, start] = [0, 0];
  let end = 0;
  for (const stretch of source) {
    const part = { from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) };
    if (part.from < part.to) {
      if (parts.length === 0) start = at + part.from - stretch.from;
      end = at + part.to - stretch.from;
      parts.push(part);
    } else if (stretch.to <= from) start = end = at + stretch.to - stretch.from;
    at += stretch.to - stretch.from;
  }
  return { parts, place: { from: start, to: Math.max(start, end) } };
}

function blockOf({ before, after, changes }: Row): Block {
  const shown = after ?? before;
  if (!shown) throw new Error('a row has no block');
  const { html, hasHtml, code, heading, source } = shown;
  const block = { html, ...(hasHtml && { hasHtml }), ...(code && { code }), ...(heading && after && { heading }), source };
  if (changes.length === 0) return block;
  const key = [before && keyOf(before), after ? 'after' : 'removed', ...changes.map(({ id }) => id)].join('\n');
  return { ...block, review: { key, before: before && partsOf(before), after: after && partsOf(after), changes } };
}

const partsOf = ({ html, hasHtml, code, text }: SourceBlock): SourceBlock => ({
  html,
  ...(hasHtml && { hasHtml }),
  text,
  ...(code && { code }),
});
