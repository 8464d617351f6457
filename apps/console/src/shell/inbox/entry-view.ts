import type { Entry } from './entry.ts';

/** View of one kind of entry: what waits, and buttons and keys to decide about it. */
export interface EntryViewProps {
  entry: Entry;
  /** Called when the person has decided about everything in it. */
  onDecided: () => void;
}
