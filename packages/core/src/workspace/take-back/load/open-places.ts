import { createHash } from 'node:crypto';
import type { OpenPlace, TextTakenBack } from '@gatehouse/domain/take-back';
import type { TakeBackPlan } from '@gatehouse/storage';

/** A place of a text that the run and others have changed, with both texts. If either text changes, it becomes a different place. */
export interface NamedPlace extends OpenPlace {
  id: string;
  now: string;
}

type Choices = NonNullable<TakeBackPlan['choices']>;

/** A text in which a person has decided about some places, and the text before those decisions. */
export interface TextWithChoices extends TextTakenBack {
  undecided: TextTakenBack;
}

/** Places with identifiers that survive from one read to the next: equal places are numbered in the order of the text. */
export function namedPlaces({ text, places }: TextTakenBack): NamedPlace[] {
  const seen = new Map<string, number>();
  return places.map((place) => {
    const now = text.slice(place.from, place.to);
    const both = JSON.stringify([now, place.was]);
    const count = (seen.get(both) ?? 0) + 1;
    seen.set(both, count);
    const id = createHash('sha256').update(`${count} ${both}`).digest('base64url').slice(0, 16);
    return { ...place, id, now };
  });
}

/** The text with the places that a person has decided about; the others stay open (D66.8). */
export function withChoices(taken: TextTakenBack, choices: Choices = {}): TextWithChoices {
  let { text } = taken;
  const open: OpenPlace[] = [];
  let end = Number.POSITIVE_INFINITY;
  // Replaces from the end on, so that earlier offsets stay valid.
  for (const { id, now: _, ...place } of namedPlaces(taken).toReversed()) {
    const choice = place.to > end ? undefined : choices[id];
    end = place.from;
    if (choice === undefined) {
      open.unshift(place);
      continue;
    }
    if (choice === 'now') continue;
    text = text.slice(0, place.from) + place.was + text.slice(place.to);
    const grown = place.was.length - (place.to - place.from);
    for (const later of open) Object.assign(later, { from: later.from + grown, to: later.to + grown });
  }
  return { text, places: open, undecided: taken };
}
