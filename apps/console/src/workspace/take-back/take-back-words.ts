import type { Names } from '../../kernel/session/use-names.ts';
import { number } from '../../kernel/words/count-words.ts';
import { takeBackWords as strings } from '../strings.ts';
import type { TakeBack, TakeBackEntry } from './take-back.ts';

const reasons: Record<NonNullable<TakeBackEntry['reason']>, string> = strings.reasons;

type Outcome = Pick<TakeBackEntry, 'outcome' | 'reason' | 'isDone' | 'version' | 'isDeleted'>;

/** What becomes of an item, or has become of it. */
export function sayOutcome({ outcome, reason, isDone, version, isDeleted }: Outcome): string {
  if (outcome === 'left') return reason === null ? strings.skipped : reasons[reason];
  if (outcome === 'unchanged') return strings.alreadyUnchanged;
  if (isDone) return strings.restored;
  if (isDeleted) return strings.moveToTrash;
  return version === null ? strings.restoreFromTrash : strings.restoreVersion(version);
}

/** Whose changes. */
export function saySubject({ subject: { kind, id } }: TakeBack, names: Names): string {
  switch (kind) {
    case 'key': {
      const name = names.key(id);
      return name === undefined ? strings.removedKey : strings.key(name);
    }
    case 'agent':
      return names.agent(id) ?? strings.removedAgent;
    case 'person':
      return names.person(id) ?? strings.removedPerson;
    case 'time':
      return strings.everyone;
    case 'trace':
      return strings.oneTrace;
    case 'call':
      return strings.oneCall;
    case 'take_back':
      return strings.earlierTakeBack;
    default:
      return kind satisfies never;
  }
}

export function sayProgress({ state, subject, found, takenBack, left, unchanged }: TakeBack): string {
  switch (state) {
    case 'looking':
      return strings.searching(found);
    case 'ready':
      return found === 0 ? strings.noChangesFound : strings.itemsChanged(found, left);
    case 'working':
      return strings.ofItems(number(takenBack + left + unchanged), found);
    case 'done':
      return [
        subject.kind === 'take_back' ? strings.changesReapplied(takenBack) : strings.itemsRestored(takenBack),
        ...(left > 0 ? [strings.skippedItems(left)] : []),
        ...(unchanged > 0 ? [strings.unchangedItems(unchanged)] : []),
      ].join(', ');
    default:
      return state satisfies never;
  }
}
