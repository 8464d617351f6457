import type { TakeBackOutcome } from '@gatehouse/domain';
import type { TakeBackProgress, TakeBackSubject } from './take-back.ts';

// Taking back was called putting back when these rows were first written. Stored values keep that name, so that all versions read all rows.

/** The progress of a take-back, as stored. */
export interface StoredProgress extends Omit<TakeBackProgress, 'subject' | 'source' | 'takenBack'> {
  subject: Omit<TakeBackSubject, 'kind'> & { kind: Former<TakeBackSubject['kind']> };
  source: Former<TakeBackProgress['source']>;
  putBack: number;
}

type Former<Name extends string> = Exclude<Name, 'take_back'> | 'put_back';

export const storedOutcomes = ['put_back', 'left', 'unchanged'] as const;

export function progressOf({ subject, source, putBack, ...progress }: StoredProgress): TakeBackProgress {
  return {
    ...progress,
    subject: { ...subject, kind: subject.kind === 'put_back' ? 'take_back' : subject.kind },
    source: source === 'put_back' ? 'take_back' : source,
    takenBack: putBack,
  };
}

export function storedProgress({ subject, source, takenBack, ...progress }: TakeBackProgress): StoredProgress {
  return {
    ...progress,
    subject: { ...subject, kind: subject.kind === 'take_back' ? 'put_back' : subject.kind },
    source: source === 'take_back' ? 'put_back' : source,
    putBack: takenBack,
  };
}

export function outcomeOf(stored: (typeof storedOutcomes)[number] | null): TakeBackOutcome | null {
  return stored === 'put_back' ? 'taken_back' : stored;
}

export function storedOutcome(outcome: TakeBackOutcome | null): (typeof storedOutcomes)[number] | null {
  return outcome === 'taken_back' ? 'put_back' : outcome;
}
