import type { TakeBackExpectation, TakeBackOutcome } from '@gatehouse/domain';
import type { LeftReason } from './decide.ts';

interface Expected {
  outcome: TakeBackOutcome;
  reason: LeftReason | null;
  isMerged: boolean;
  openPlaces: number;
}

/** A preview's one word for an entry (D66.8). */
export function expectedOf({ outcome, reason, isMerged, openPlaces }: Expected): TakeBackExpectation {
  if (openPlaces > 0) return 'needs_you';
  if (outcome !== 'taken_back') return outcome;
  return isMerged || reason !== null ? 'merged' : 'as_before';
}

export const leftWithoutHistory = { outcome: 'left', expected: 'left', reason: 'no_history' } as const;
