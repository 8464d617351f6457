import type { Names } from '../../kernel/session/use-names.ts';
import { number } from '../../kernel/words/count-words.ts';
import { putBackWords as strings } from '../strings.ts';
import type { PutBack, PutBackEntry } from './put-back.ts';

const reasons: Record<NonNullable<PutBackEntry['reason']>, string> = strings.reasons;

type Outcome = Pick<PutBackEntry, 'outcome' | 'reason' | 'isDone' | 'version' | 'isDeleted'>;

/** What becomes of an item, or has become of it. */
export function sayOutcome({ outcome, reason, isDone, version, isDeleted }: Outcome): string {
  if (outcome === 'left') return reason === null ? strings.skipped : reasons[reason];
  if (outcome === 'unchanged') return strings.alreadyUnchanged;
  if (isDone) return strings.restored;
  if (isDeleted) return strings.moveToTrash;
  return version === null ? strings.restoreFromTrash : strings.restoreVersion(version);
}

/** Whose changes. */
export function saySubject({ subject: { kind, id } }: PutBack, names: Names): string {
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
    case 'call':
      return strings.oneCall;
    case 'put_back':
      return strings.earlierPutBack;
    default:
      return kind satisfies never;
  }
}

export function sayProgress({ state, subject, found, putBack, left, unchanged }: PutBack): string {
  switch (state) {
    case 'looking':
      return strings.searching(found);
    case 'ready':
      return found === 0 ? strings.noChangesFound : strings.itemsChanged(found, left);
    case 'working':
      return strings.ofItems(number(putBack + left + unchanged), found);
    case 'done':
      return [
        subject.kind === 'put_back' ? strings.changesReapplied(putBack) : strings.itemsRestored(putBack),
        ...(left > 0 ? [strings.skippedItems(left)] : []),
        ...(unchanged > 0 ? [strings.unchangedItems(unchanged)] : []),
      ].join(', ');
    default:
      return state satisfies never;
  }
}
