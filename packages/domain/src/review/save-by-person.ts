import { type Edit, linesOf } from '../merge/merge-texts.ts';
import { changesOf, type ReviewChange, type ReviewPair } from './changes.ts';
import { withoutChanges } from './decide.ts';
import { lineHunks } from './line-hunks.ts';

/** Effect of a person's save on the pair. */
export interface PersonsSave {
  /** The reviewed text with the person's changes, and with the changes that the save touches. */
  reviewed: string;
  /** Changes that the save touches, and so accepts whole. */
  touched: ReviewChange[];
}

/**
 * Merges a person's save into the reviewed text. The save accepts each change that it touches, whole. A save that differs in too many places
 * counts as touching everything between them.
 */
export function saveByPerson(pair: ReviewPair, saved: string, changes = changesOf(pair)): PersonsSave {
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

/** True if an edit and a change share text, or are at one place without an order. */
function meets({ from, to, insert }: Edit, { before, after, currentAt }: ReviewChange): boolean {
  const end = currentAt + after.length;
  if (from < end && currentAt < to) return true;
  if (from === to && currentAt === end && from === currentAt) return true;
  // One of the texts ends here without a line ending: leaving the change open would join two lines.
  return (from === end && lacksEnding(before)) || (to === currentAt && lacksEnding(insert));
}

function lacksEnding(text: string): boolean {
  return text !== '' && !text.endsWith('\n');
}

/** Changes that no edit meets, at their places after the edits. */
function shiftedBy(changes: readonly ReviewChange[], edits: readonly Edit[]): ReviewChange[] {
  let [next, shift] = [0, 0];
  return changes.map((change) => {
    for (let edit = edits[next]; edit && edit.to <= change.currentAt; edit = edits[++next])
      shift += edit.insert.length - (edit.to - edit.from);
    return { ...change, currentAt: change.currentAt + shift };
  });
}
