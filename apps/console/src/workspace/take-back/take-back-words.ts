import type { OutputOf } from '../../kernel/calls/call.ts';
import type { Names } from '../../kernel/session/use-names.ts';
import { number } from '../../kernel/words/count-words.ts';
import { takeBackWords as strings } from '../strings.ts';
import type { TakeBack, TakeBackEntry } from './take-back.ts';

type Preview = OutputOf<'preview_take_back'>;

const reasons: Record<NonNullable<TakeBackEntry['reason']>, string> = strings.reasons;
const why: Record<Preview['reasons'][number]['reason'], string> = strings.why;

interface Outcome
  extends Pick<TakeBackEntry, 'outcome' | 'expected' | 'reason' | 'isDone' | 'version' | 'isDeleted' | 'openPlaces' | 'isMerged'> {
  fields: readonly string[];
}

/** The outcome of an item, expected or done. */
export function sayOutcome(
  { outcome, expected, reason, isDone, version, isDeleted, fields, openPlaces, isMerged }: Outcome,
  isUndo = false,
): string {
  if (outcome === 'left' && openPlaces === 0) return reason === null ? strings.stays : reasons[reason];
  if (outcome === 'unchanged') return strings.alreadyUnchanged;
  if (expected === 'needs_you' && openPlaces > 0) return isDone ? strings.placesStay(openPlaces) : strings.needsYou(openPlaces);
  if (isDone) return isUndo ? strings.undone : strings.restored;
  if (expected === 'merged' || isMerged) return strings.merge;
  if (isDeleted) return strings.moveToTrash;
  const named = [...new Set(fields.map(sayField))].join(', ');
  if (version !== null) return named === '' ? strings.restoreVersion(version) : strings.restoreVersionAnd(version, named);
  if (isDeleted === null && named !== '') return strings.takeBackFields(named);
  return strings.restoreFromTrash;
}

const fieldNames: Readonly<Record<string, string>> = strings.fieldNames;

/** Shares are named with whom they are for. */
function sayField(field: string): string {
  const [name = field] = field.split(/[ :]/);
  return fieldNames[name] ?? name;
}

/** What is expected in all, before anything is done. */
export function sayNumbers(counts: Preview['counts']): string {
  return strings.numbers(counts);
}

export function sayInFolder(counts: Preview['counts']): string {
  return strings.inFolder(counts);
}

export function sayWhy({ reason, count }: Preview['reasons'][number]): string {
  return `${number(count)} · ${why[reason]}`;
}

/** Whose changes. Members have names of their own agents and keys alone, and nobody has one of what was removed. */
export function saySubject({ subject: { kind, id } }: TakeBack, names: Names): string {
  switch (kind) {
    case 'key': {
      const name = names.key(id);
      return name === undefined ? strings.otherKey : strings.key(name);
    }
    case 'agent':
      return names.agent(id) ?? strings.otherAgent;
    case 'person':
      return names.person(id) ?? strings.otherPerson;
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

/** How far it is: `isWorking` while this tab takes its steps. */
export function sayProgress({ state, subject, found, takenBack, left, unchanged }: TakeBack, isWorking = false): string {
  switch (state) {
    case 'looking':
      return strings.searching(found);
    case 'ready':
      return found === 0 ? strings.noChangesFound : strings.itemsChanged(found);
    case 'working':
      return (isWorking ? strings.takingBack : strings.doneSoFar)(number(takenBack + left + unchanged), found);
    case 'done':
      return [
        subject.kind === 'take_back' ? strings.changesReapplied(takenBack) : strings.itemsRestored(takenBack),
        ...(left > 0 ? [strings.itemsThatStay(left)] : []),
        ...(unchanged > 0 ? [strings.unchangedItems(unchanged)] : []),
      ].join(', ');
    default:
      return state satisfies never;
  }
}
