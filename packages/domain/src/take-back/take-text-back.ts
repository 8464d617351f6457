import { applyEdits, type Edit, type MergeBounds, mergeTexts, standardBounds } from '../merge/index.ts';

/** What a change left of a text. */
export interface TextVersion {
  isOfRun: boolean;
  text: string;
}

/** A place that stays, because others have changed the same words since: a stretch of the text, and what it was before the run. */
export interface OpenPlace {
  from: number;
  to: number;
  was: string;
}

export interface TextTakenBack {
  text: string;
  /** In the order of the text. */
  places: OpenPlace[];
}

/**
 * A text without the changes of a run (D66): the reverse of each is merged into what the text is now, the newest first, and consecutive ones
 * as one. `versions` are in order; `before` is the text that the first of them changed, empty if the first created it.
 */
export function takeTextBack(before: string, versions: readonly TextVersion[], bounds: MergeBounds = standardBounds): TextTakenBack {
  let text = versions.at(-1)?.text ?? before;
  let places: OpenPlace[] = [];
  for (const { was, left } of stretchesOfRun(before, versions).toReversed()) {
    const { edits, conflicts } = mergeTexts(left, text, was, { ...bounds, takesBack: true });
    const found = conflicts.map(({ from, to, theirs }) => ({ from, to, was: theirs }));
    places = [...places, ...found].map((place) => movedBy(edits, place));
    text = applyEdits(text, edits);
  }
  return { text, places: places.sort((one, other) => one.from - other.from || one.to - other.to) };
}

interface Stretch {
  was: string;
  left: string;
}

/** Consecutive versions of the run: the text before them, and what the last of them left. */
function stretchesOfRun(before: string, versions: readonly TextVersion[]): Stretch[] {
  const stretches: Stretch[] = [];
  let last: Stretch | undefined;
  let was = before;
  for (const { isOfRun, text } of versions) {
    if (!isOfRun) last = undefined;
    else if (last) last.left = text;
    else stretches.push((last = { was, left: text }));
    was = text;
  }
  return stretches;
}

/** Where a place is after edits. What an edit puts into it is part of it. */
function movedBy(edits: readonly Edit[], { from, to, was }: OpenPlace): OpenPlace {
  let [before, within] = [0, 0];
  let [start, end] = [from, to];
  for (const edit of edits) {
    const grows = edit.insert.length - (edit.to - edit.from);
    if (edit.to <= from) before += grows;
    else if (edit.from < to) {
      start = Math.min(start, edit.from);
      end = Math.max(end, edit.to);
      within += grows;
    }
  }
  return { from: start + before, to: end + before + within, was };
}
