import { type Edit, linesOf } from '../merge/merge-texts.ts';
import { changesOf, type ReviewChange, type ReviewPair } from './changes.ts';
import { withoutChanges } from './decide.ts';
import { lineHunks } from './line-hunks.ts';

/** Result of a person's save. */
export interface PersonsSave {
  /** Reviewed text with the person's changes and all touched changes. */
  reviewed: string;
  /** Changes that the save touches and therefore accepts as a whole. */
  touched: ReviewChange[];
}

/**
 * Merges a person's save into the reviewed text. The save accepts each change that it touches as a whole. If it differs in too many places
 * to compare, it counts as touching everything between them.
 */
export function saveByPerson(pair: ReviewPair, saved: string): PersonsSave {
  const changes = changesOf(pair);
  const edits = editsOf(pair.current, saved);
  const touched = changes.filter((change) => edits.some((edit) => meets(edit, change)));
  const isTouched = new Set(touched);
  const open = changes.filter((change) => !isTouched.has(change));
  return { reviewed: withoutChanges(saved, shiftedBy(open, edits)), touched };
}

function editsOf(text: string, saved: string): Edit[] {
  const [lines, savedLines] = [linesOf(text), linesOf(saved)];
  const edits: Edit[] = [];
  let [at, line] = [0, 0];
  for (const { from, to, otherFrom, otherTo } of lineHunks(lines, savedLines)) {
    at += lengthOf(lines, line, from);
    const end = at + lengthOf(lines, from, to);
    edits.push({ from: at, to: end, insert: savedLines.slice(otherFrom, otherTo).join('') });
    [at, line] = [end, to];
  }
  return edits;
}

function lengthOf(lines: readonly string[], from: number, to: number): number {
  let length = 0;
  for (let at = from; at < to; at++) length += lines[at]?.length ?? 0;
  return length;
}

/** True if an edit and a change overlap, or if both are empty at the same position, so that their order is undefined. */
function meets({ from, to, insert }: Edit, { before, after, currentAt }: ReviewChange): boolean {
  const end = currentAt + after.length;
  if (from < end && currentAt < to) return true;
  if (from === to && currentAt === end && from === currentAt) return true;
  // Keeping the change open would join two lines: one of the texts ends here without a line ending.
  return (from === end && lacksEnding(before)) || (to === currentAt && lacksEnding(insert));
}

function lacksEnding(text: string): boolean {
  return text !== '' && !text.endsWith('\n');
}

/** Shifts the changes that no edit touches to their positions after the edits. */
function shiftedBy(changes: readonly ReviewChange[], edits: readonly Edit[]): ReviewChange[] {
  let [next, shift] = [0, 0];
  return changes.map((change) => {
    for (let edit = edits[next]; edit && edit.to <= change.currentAt; edit = edits[++next])
      shift += edit.insert.length - (edit.to - edit.from);
    return { ...change, currentAt: change.currentAt + shift };
  });
}
