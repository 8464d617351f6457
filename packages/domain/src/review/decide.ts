import { applyEdits } from '../merge/merge-texts.ts';
import { changesOf, type ReviewChange, type ReviewPair } from './changes.ts';

/** Identifiers of changes to accept and to decline. All others keep waiting. */
export interface Decisions {
  accept: ReadonlySet<string>;
  decline: ReadonlySet<string>;
}

/** Applies accepted changes to the reviewed text, and removes declined ones from the current text (D78). */
export function decide(
  { reviewed, current }: ReviewPair,
  { accept, decline }: Decisions,
  changes = changesOf({ reviewed, current }),
): ReviewPair {
  const declined = changes.filter(({ id }) => decline.has(id));
  const open = changes.filter(({ id }) => !accept.has(id));
  return { reviewed: withoutChanges(current, open), current: withoutChanges(current, declined) };
}

/** Replaces changes in a text by their reviewed text. */
export function withoutChanges(text: string, changes: readonly Pick<ReviewChange, 'before' | 'after' | 'currentAt'>[]): string {
  return applyEdits(
    text,
    changes.map(({ before, after, currentAt }) => ({ from: currentAt, to: currentAt + after.length, insert: before })),
  );
}
