import type { Names } from '../activity/use-names.ts';
import { count } from '../words/count-words.ts';
import type { PutBack, PutBackEntry } from './put-back.ts';

const reasons: Record<NonNullable<PutBackEntry['reason']>, string> = {
  changed_since: 'left: others changed it since',
  no_history: 'left: it has no history',
  name_taken: 'left: its name is taken by now',
  protected_item: 'left: it is protected',
  not_there: 'left: it is gone for good',
};

type Outcome = Pick<PutBackEntry, 'outcome' | 'reason' | 'isDone' | 'version' | 'isDeleted'>;

/** What becomes of an item, or has become of it. */
export function sayOutcome({ outcome, reason, isDone, version, isDeleted }: Outcome): string {
  if (outcome === 'left') return reason === null ? 'left' : reasons[reason];
  if (outcome === 'unchanged') return 'as before already';
  if (isDone) return 'put back';
  if (isDeleted) return 'goes to the trash';
  return version === null ? 'comes back' : `as in version ${version}`;
}

/** Whose changes. */
export function saySubject({ subject: { kind, id } }: PutBack, names: Names): string {
  switch (kind) {
    case 'key':
      return `the key ${names.key(id) ?? 'that was meant'}`;
    case 'agent':
      return names.agent(id) ?? 'a removed agent';
    case 'person':
      return names.person(id) ?? 'a removed person';
    case 'time':
      return 'everybody';
    case 'put_back':
      return 'an earlier putting back';
    default:
      return kind satisfies never;
  }
}

export function sayProgress({ state, found, putBack, left, unchanged }: PutBack): string {
  switch (state) {
    case 'looking':
      return `Looking: ${count(found, 'item')} so far`;
    case 'ready':
      return found === 0 ? 'Nothing was changed' : `${count(found, 'item')} ${found === 1 ? 'was' : 'were'} changed`;
    case 'working':
      return `${putBack + left + unchanged} of ${count(found, 'item')}`;
    case 'done':
      return [
        `${count(putBack, 'item')} put back`,
        ...(left > 0 ? [`${left} left`] : []),
        ...(unchanged > 0 ? [`${unchanged} as before already`] : []),
      ].join(', ');
    default:
      return state satisfies never;
  }
}
