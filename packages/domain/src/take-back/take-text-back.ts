import { applyEdits, type Edit, mergeTexts, type Stretch, standardBounds } from '../merge/index.ts';

/** Text after a change. */
export interface TextVersion {
  isOfRun: boolean;
  text: string;
}

/** A stretch of the text that stays because others have changed the same words since, and its text before the run. */
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
 * Removes the changes of a run from a text (D66). Merges the reverse of each change into the current text, newest first. Consecutive
 * changes count as one. `versions` are in order. `before` is the text before the first version, or empty if that version created the text.
 */
export function takeTextBack(before: string, versions: readonly TextVersion[]): TextTakenBack {
  let text = versions.at(-1)?.text ?? before;
  let places: OpenPlace[] = [];
  // If others made the same change as taking a later change back, the place is theirs: earlier changes are not taken back there.
  let ofOthers: Stretch[] = [];
  for (const { was, left } of changesOfRun(before, versions).toReversed()) {
    const merge = mergeTexts(left, text, was, { ...standardBounds, takesBack: true });
    const isHeld = (edit: Edit) => ofOthers.some((stretch) => edit.from <= stretch.to && stretch.from <= edit.to);
    const edits = merge.edits.filter((edit) => !isHeld(edit));
    const held = merge.edits.filter(isHeld).map(({ from, to, insert }) => ({ from, to, was: insert }));
    const found = merge.conflicts.map(({ from, to, theirs }) => ({ from, to, was: theirs }));
    places = [...places, ...found, ...held].map((place) => movedBy(edits, place));
    ofOthers = [...ofOthers, ...merge.agreed].map((stretch) => movedBy(edits, stretch));
    text = applyEdits(text, edits);
  }
  return { text, places: places.sort((one, other) => one.from - other.from || one.to - other.to) };
}

interface ChangeOfRun {
  was: string;
  left: string;
}

/** Changes of the run. Consecutive versions count as one: the text before them, and the text of the last one. */
function changesOfRun(before: string, versions: readonly TextVersion[]): ChangeOfRun[] {
  const changes: ChangeOfRun[] = [];
  let last: ChangeOfRun | undefined;
  let was = before;
  for (const { isOfRun, text } of versions) {
    if (!isOfRun) last = undefined;
    else if (last) last.left = text;
    else changes.push((last = { was, left: text }));
    was = text;
  }
  return changes;
}

/** Moves a place according to edits. Text that an edit inserts into it belongs to it. */
function movedBy<Place extends Stretch>(edits: readonly Edit[], place: Place): Place {
  const { from, to } = place;
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
  return { ...place, from: start + before, to: end + before + within };
}
