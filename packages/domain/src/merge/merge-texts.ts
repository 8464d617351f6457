import type { Foreign } from '../foreign.ts';
import { type Hunk, hunksOf } from './hunks.ts';

/** A range of a text, with an exclusive end. */
export interface Stretch {
  from: number;
  to: number;
}

/** Replacement for a range of one's own text. */
export interface Edit extends Stretch {
  insert: string;
}

/** A range of one's own text that both sides changed differently, and the version of the others. */
export interface Conflict {
  from: number;
  to: number;
  theirs: string;
  /** Start of `theirs` in their text. */
  theirsAt: number;
  /** Text before both changes. */
  base: string;
}

/**
 * Edits that bring the changes of others into one's own text. Offsets refer to one's own text before the merge, and edits do not overlap.
 */
export interface Merge {
  edits: Edit[];
  conflicts: Conflict[];
  /** Ranges that both sides changed in the same way. */
  agreed: Stretch[];
}

/** Limits of the comparison. A place beyond them becomes a conflict, so nothing is lost. */
export interface MergeBounds {
  /** Maximum changed lines on each side. */
  maxLineEdits: number;
  /** Maximum changed words on each side of one place. */
  maxWordEdits: number;
  /** Maximum words in all places that both sides changed. Places beyond it are compared by lines only. */
  maxWords: number;
  /** True if `theirs` takes a change back (D66). Adjacent changes are then one place, and lines are removed one by one. */
  takesBack?: boolean;
}

export const standardBounds: MergeBounds = { maxLineEdits: 500, maxWordEdits: 400, maxWords: 50_000 };

/** Merges two changes of one text: by lines, and by words if both changed the same lines (D60). */
export function mergeTexts(base: string, mine: string, theirs: string, bounds: MergeBounds = standardBounds): Merge {
  const merge: Merge = { edits: [], conflicts: [], agreed: [] };
  if (base === theirs || (mine === theirs && !bounds.takesBack)) return merge;
  let words = bounds.maxWords;
  for (const place of placesOf([linesOf(base), linesOf(mine), linesOf(theirs)], bounds.maxLineEdits, bounds.takesBack, bounds.takesBack)) {
    if (!place.isMine) merge.edits.push({ from: place.from, to: place.to, insert: place.insert });
    else if (place.isTheirs && place.mine === place.insert) merge.agreed.push({ from: place.from, to: place.to });
    else if (place.isTheirs) {
      const sides: Sides = [wordsOf(place.base), wordsOf(place.mine), wordsOf(place.insert)];
      words -= sides.reduce((sum, { length }) => sum + length, 0);
      const finer = words < 0 ? undefined : mergeWords(sides, bounds.maxWordEdits, bounds.takesBack);
      if (!finer) merge.conflicts.push(conflictAt(place));
      else {
        merge.edits.push(...finer.edits.map((edit) => ({ ...edit, ...shifted(edit, place.from) })));
        merge.agreed.push(...finer.agreed.map((stretch) => shifted(stretch, place.from)));
      }
    }
  }
  return merge;
}

function shifted({ from, to }: Stretch, by: number): Stretch {
  return { from: from + by, to: to + by };
}

function conflictAt({ from, to, insert, insertAt, base }: Place): Conflict {
  return { from, to, theirs: insert, theirsAt: insertAt, base };
}

/**
 * New base for one's own text after others have saved theirs while some conflicts are still open. It is their text, with the old base in
 * the places of these conflicts. The next version is compared with it, so no conflict is lost.
 */
export function baseWithOpen(theirs: string, open: readonly Pick<Conflict, 'theirs' | 'theirsAt' | 'base'>[]): string {
  const inOrder = [...open].sort((one, other) => one.theirsAt - other.theirsAt);
  return applyEdits(
    theirs,
    inOrder.map(({ theirs, theirsAt, base }) => ({ from: theirsAt, to: theirsAt + theirs.length, insert: base })),
  );
}

/** Applies the changes of the others to one's own text. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, insert } of edits) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

/** Merges by words. Undefined if both changed the same words. */
function mergeWords(sides: Sides, maxEdits: number, takesBack?: boolean): Pick<Merge, 'edits' | 'agreed'> | undefined {
  const [edits, agreed]: [Edit[], Stretch[]] = [[], []];
  for (const { isMine, isTheirs, base, mine, from, to, insert } of placesOf(sides, maxEdits, takesBack)) {
    if (!isMine) edits.push({ from, to, insert });
    else if (isTheirs && mine === insert) agreed.push({ from, to });
    else if (isTheirs) {
      // Keep additions of whole lines at the same place one after the other: agents append while a person writes at the end.
      if (base !== '' || !(mine + insert).includes('\n')) return undefined;
      edits.push({ from: to, to, insert });
    }
  }
  return { edits, agreed };
}

type Sides = [base: readonly string[], mine: readonly string[], theirs: readonly string[]];

/** A place of the base that one side or both changed: its text on each side, and its range in one's own text. */
interface Place extends Edit {
  isMine: boolean;
  isTheirs: boolean;
  base: string;
  mine: string;
  /** Start of `insert` in their text. */
  insertAt: number;
}

/**
 * True if a hunk belongs to the group. Two sides may change adjacent text. But two additions at one place have no order, and a removal may
 * be the reason for an addition next to it.
 */
function meet({ to, last }: Group, next: Hunk): boolean {
  if (next.from !== to) return next.from < to;
  return (adds(last) && (adds(next) || removes(next))) || (removes(last) && adds(next));
}

const adds = ({ from, to }: Hunk) => from === to;
const removes = ({ otherFrom, otherTo }: Hunk) => otherFrom === otherTo;

function placesOf([base, mine, theirs]: Sides, maxEdits: number, takesBack = false, removesLines = false): Place[] {
  const [offsets, theirOffsets] = [offsetsOf(mine), offsetsOf(theirs)];
  const places: Place[] = [];
  /** Offset of unchanged text on each side, after the hunks so far. */
  const shifts = { mine: 0, theirs: 0 };
  const theirHunks = hunksOf(base, theirs, maxEdits);
  for (const group of groupsOf(
    hunksOf(base, mine, maxEdits),
    removesLines ? theirHunks.flatMap((hunk, index) => oneByOne(base, hunk, theirHunks[index + 1]?.from)) : theirHunks,
    takesBack,
  )) {
    const [from, to] = rangeIn(group, group.mine, shifts.mine);
    const [otherFrom, otherTo] = rangeIn(group, group.theirs, shifts.theirs);
    shifts.mine = to - group.to;
    shifts.theirs = otherTo - group.to;
    places.push({
      isMine: group.mine.length > 0,
      isTheirs: group.theirs.length > 0,
      base: base.slice(group.from, group.to).join(''),
      mine: mine.slice(from, to).join(''),
      from: offsets[from] as number,
      to: offsets[to] as number,
      insert: theirs.slice(otherFrom, otherTo).join(''),
      insertAt: theirOffsets[otherFrom] as number,
    });
  }
  return places;
}

/** Splits a removal into single lines, each with the empty lines after it, because others may have changed some of the lines. */
function oneByOne(base: readonly string[], hunk: Hunk, upTo = base.length): Hunk[] {
  if (!removes(hunk)) return [hunk];
  const { from, to, otherFrom, otherTo } = withEmptyLinesBehind(base, hunk, upTo);
  const lines: Hunk[] = [];
  for (let at = from; at < to; at++) {
    const last = lines.at(-1);
    if (last && isEmpty(base[at])) last.to = at + 1;
    else lines.push({ otherFrom, otherTo, from: at, to: at + 1 });
  }
  return lines;
}

const isEmpty = (line: string | undefined) => line?.trim() === '';

/** Moves a removal down over empty lines. Removing the empty line before a block or the one after it has the same result. */
function withEmptyLinesBehind(base: readonly string[], hunk: Hunk, upTo: number): Hunk {
  const next = { ...hunk };
  while (next.to < upTo && isEmpty(base[next.from]) && base[next.from] === base[next.to]) {
    for (const end of ['from', 'to', 'otherFrom', 'otherTo'] as const) next[end]++;
  }
  return next;
}

/** Hunks of both sides that meet, and the range of the base that they cover. */
interface Group {
  from: number;
  to: number;
  mine: Hunk[];
  theirs: Hunk[];
  last: Hunk;
  /** End of the last hunk of each side. */
  ends: { mine: number; theirs: number };
}

function groupsOf(mine: readonly Hunk[], theirs: readonly Hunk[], takesBack: boolean): Group[] {
  const all = [...mine.map((hunk) => ({ side: 'mine' as const, hunk })), ...theirs.map((hunk) => ({ side: 'theirs' as const, hunk }))];
  all.sort((one, other) => one.hunk.from - other.hunk.from || one.hunk.to - other.hunk.to);
  const groups: Group[] = [];
  let group: Group | undefined;
  for (const { side, hunk } of all) {
    const isNext = takesBack && hunk.from === group?.ends[side === 'mine' ? 'theirs' : 'mine'];
    if (!group || !(isNext || meet(group, hunk)))
      groups.push((group = { from: hunk.from, to: hunk.to, mine: [], theirs: [], last: hunk, ends: { mine: -1, theirs: -1 } }));
    group[side].push(hunk);
    group.to = Math.max(group.to, hunk.to);
    group.last = hunk;
    group.ends[side] = hunk.to;
  }
  return groups;
}

/** Range of a group in a side that changed the base by these hunks. */
function rangeIn({ from, to }: Group, hunks: readonly Hunk[], shift: number): [from: number, to: number] {
  const [first, last] = [hunks[0], hunks.at(-1)];
  if (!first || !last) return [from + shift, to + shift];
  return [first.otherFrom - (first.from - from), last.otherTo + (to - last.to)];
}

function offsetsOf(tokens: readonly string[]): number[] {
  const offsets = [0];
  for (const { length } of tokens) offsets.push((offsets.at(-1) as number) + length);
  return offsets;
}

/** Lines with their endings, because a different ending is a change. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let from = 0; from < text.length; from += (lines.at(-1) as string).length) {
    const end = text.indexOf('\n', from);
    lines.push(text.slice(from, end === -1 ? text.length : end + 1));
  }
  return lines;
}

/** Words of a text. An ending of two characters is never split. A longer word is: an expression without a limit runs out of stack at 10 MiB. */
export function wordsOf(text: Foreign): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]{1,4096}|\r\n|[^\p{L}\p{M}\p{N}_]/gu) ?? [];
}
