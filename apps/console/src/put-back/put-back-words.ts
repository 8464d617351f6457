import type { Names } from '../activity/use-names.ts';
import { count, number } from '../words/count-words.ts';
import type { PutBack, PutBackEntry } from './put-back.ts';

const reasons: Record<NonNullable<PutBackEntry['reason']>, string> = {
  changed_since: 'Skipped: changed since',
  no_history: 'Skipped: no history',
  name_taken: 'Skipped: its name is taken',
  protected_item: 'Skipped: protected',
  not_there: 'Skipped: deleted forever',
};

type Outcome = Pick<PutBackEntry, 'outcome' | 'reason' | 'isDone' | 'version' | 'isDeleted'>;

/** What becomes of an item, or has become of it. */
export function sayOutcome({ outcome, reason, isDone, version, isDeleted }: Outcome): string {
  if (outcome === 'left') return reason === null ? 'Skipped' : reasons[reason];
  if (outcome === 'unchanged') return 'Already unchanged';
  if (isDone) return 'Restored';
  if (isDeleted) return 'Move to trash';
  return version === null ? 'Restore from trash' : `Restore version ${version}`;
}

/** Whose changes. */
export function saySubject({ subject: { kind, id } }: PutBack, names: Names): string {
  switch (kind) {
    case 'key':
      return `key ${names.key(id) ?? 'that was removed'}`;
    case 'agent':
      return names.agent(id) ?? 'a removed agent';
    case 'person':
      return names.person(id) ?? 'a removed person';
    case 'time':
      return 'everyone';
    case 'put_back':
      return 'an earlier put-back';
    default:
      return kind satisfies never;
  }
}

export function sayProgress({ state, subject, found, putBack, left, unchanged }: PutBack): string {
  switch (state) {
    case 'looking':
      return `Searching… ${count(found, 'item')} so far`;
    case 'ready':
      return found === 0 ? 'No changes found' : `${count(found, 'item')} changed${left > 0 ? `, ${number(left)} not restorable` : ''}`;
    case 'working':
      return `${number(putBack + left + unchanged)} of ${count(found, 'item')}`;
    case 'done':
      return [
        subject.kind === 'put_back' ? `${count(putBack, 'change')} reapplied` : `${count(putBack, 'item')} restored`,
        ...(left > 0 ? [`${number(left)} skipped`] : []),
        ...(unchanged > 0 ? [`${number(unchanged)} already unchanged`] : []),
      ].join(', ');
    default:
      return state satisfies never;
  }
}
