import type { OutputOf } from '../../kernel/calls/call.ts';
import type { Names } from '../../kernel/session/use-names.ts';
import { count, number } from '../../kernel/words/count-words.ts';
import type { TakeBack, TakeBackEntry } from './take-back.ts';

type Preview = OutputOf<'preview_take_back'>;

const reasons: Record<NonNullable<TakeBackEntry['reason']>, string> = {
  changed_since: 'changed since',
  no_history: 'no history',
  name_taken: 'its name is taken',
  protected_item: 'protected',
  left_out: 'left out by you',
  not_there: 'deleted forever',
  others_worked_on_it: 'others worked on it',
};
const why: Record<Preview['reasons'][number]['reason'], string> = {
  changed_since: 'Also edited by others since',
  no_history: 'From before changes were recorded with their values',
  name_taken: 'Another item has the name now',
  protected_item: "You can't change it",
  left_out: 'You left it out',
  not_there: "It was deleted forever, or you can't see it anymore",
  others_worked_on_it: 'Others have worked on it since it was created',
};

interface Outcome
  extends Pick<TakeBackEntry, 'type' | 'outcome' | 'expected' | 'reason' | 'isDone' | 'version' | 'isDeleted' | 'openPlaces' | 'isMerged'> {
  fields: readonly string[];
}

/** The outcome of an item, expected or done. */
export function sayOutcome(of: Outcome): string {
  const { outcome, expected, reason, isDone, openPlaces } = of;
  if (outcome === 'left' && openPlaces === 0) return reason === null ? 'Stays' : `Stays: ${reasons[reason]}`;
  if (outcome === 'unchanged') return 'Already as it was';
  if (expected === 'needs_you' && openPlaces > 0) return sayPlaces(openPlaces, isDone);
  const isNumbered = reason === 'name_taken';
  const change = isDone ? 'Taken back' : sayChange(isNumbered ? { ...of, fields: of.fields.filter((field) => field !== 'name') } : of);
  if (isNumbered) return `${change}, with a number added to its name`;
  return reason === null ? change : `${change}; the rest stays: ${reasons[reason]}`;
}

/** Change of an item that becomes what it was before, in whole or in part. */
function sayChange({ type, version, isDeleted, isMerged, fields }: Outcome): string {
  const named = [...new Set(fields.filter((field) => field !== 'isDeleted').map(sayField))].join(', ');
  if (type === 'task' && isDeleted && named === 'status') return 'Cancel task';
  if (type !== 'task' && isDeleted) return 'Move to trash';
  if (isMerged) {
    const merged = isDeleted === false ? "Restore from trash, merge and keep others' edits" : "Merge and keep others' edits";
    return named === '' ? merged : `${merged}; take back: ${named}`;
  }
  if (version === null && isDeleted !== false) return named === '' ? 'Take back' : `Take back: ${named}`;
  const restored = version === null ? 'Restore from trash' : `Restore version ${version}`;
  return named === '' ? restored : `${restored}, ${named}`;
}

function sayPlaces(places: number, isDone: boolean): string {
  return isDone ? `${count(places, 'conflict')} left as others have it` : `${count(places, 'conflict')} to resolve`;
}

const fieldNames: Readonly<Record<string, string>> = {
  folderId: 'folder',
  parentId: 'folder',
  ownerId: 'owner',
  mimeType: 'type',
  isAgentMemory: 'agent memory',
  asksReview: 'review',
  share: 'access',
  dueAt: 'due date',
};

/** Name of a field. A share includes the person that it is for. */
function sayField(field: string): string {
  const [name = field] = field.split(/[ :]/);
  return fieldNames[name] ?? name;
}

/** Expected results in all, before anything is done. */
export function sayNumbers({ as_before, merged, needs_you, left, unchanged }: Preview['counts']): string {
  return [
    `${number(as_before)} of ${number(as_before + merged + needs_you + left + unchanged)} will be restored`,
    ...(merged > 0 ? [`${number(merged)} merged or in part`] : []),
    ...(needs_you > 0 ? [`${number(needs_you)} ${needs_you === 1 ? 'needs' : 'need'} your decision`] : []),
    ...(left > 0 ? [`${number(left)} ${left === 1 ? 'stays' : 'stay'}`] : []),
    ...(unchanged > 0 ? [`${number(unchanged)} already as before`] : []),
  ].join(', ');
}

/** Expected outcomes in one folder: the items that need the person come first. */
export function sayInFolder({ as_before, merged, needs_you, left, unchanged }: Preview['counts']): string {
  return [
    ...(needs_you > 0 ? [`${number(needs_you)} ${needs_you === 1 ? 'needs' : 'need'} your decision`] : []),
    ...(as_before > 0 ? [`${number(as_before)} as before`] : []),
    ...(merged > 0 ? [`${number(merged)} merged or in part`] : []),
    ...(left > 0 ? [`${number(left)} ${left === 1 ? 'stays' : 'stay'}`] : []),
    ...(unchanged > 0 ? [`${number(unchanged)} unchanged`] : []),
  ].join(' · ');
}

export function sayWhy({ reason, count }: Preview['reasons'][number]): string {
  return `${number(count)} · ${why[reason]}`;
}

/** Title of a take-back. Members see the names of only their own agents and keys. People who have left have no name. */
export function sayChanges({ subject: { kind, id, of } }: Pick<TakeBack, 'subject'>, names: Names): string {
  switch (kind) {
    case 'key': {
      const name = names.key(id);
      return `Changes by ${name === undefined ? 'a key' : `key ${name}`}`;
    }
    case 'agent':
      return `Changes by ${sayAgent(id, names)}`;
    case 'person':
      return `Changes by ${sayPerson(id, names)}`;
    case 'time':
      return 'Changes by everyone';
    case 'trace':
      return `Changes of one run by ${of?.maker === 'personId' ? sayPerson(of.id, names) : sayAgent(of?.id ?? null, names)}`;
    case 'call':
      return 'Changes of one call';
    case 'take_back':
      return 'Changes of a take-back';
    default:
      return kind satisfies never;
  }
}

const sayAgent = (id: string | null, names: Names) => names.agent(id) ?? 'an agent';
const sayPerson = (id: string | null, names: Names) => names.person(id) ?? 'a former member';

/** Color of an outcome. After the take-back, an item with unresolved conflicts has the color of one that stays. */
export function colorOfOutcome({ expected, isDone }: Pick<TakeBackEntry, 'expected' | 'isDone'>): TakeBackEntry['expected'] {
  return isDone && expected === 'needs_you' ? 'left' : expected;
}

/** Progress in words. `isWorking` while this tab runs the steps. */
export function sayProgress({ state, found, takenBack, left, unchanged }: TakeBack, isWorking = false): string {
  switch (state) {
    case 'looking':
      return `Searching… ${count(found, 'item')} so far`;
    case 'ready':
      return found === 0 ? 'No changes found' : `${count(found, 'item')} changed`;
    case 'working':
      return sayWorking(`${number(takenBack + left + unchanged)} of ${count(found, 'item')}`, isWorking);
    case 'done':
      return [
        `${count(takenBack, 'item')} taken back`,
        ...(left > 0 ? [`${number(left)} ${left === 1 ? 'stays' : 'stay'}`] : []),
        ...(unchanged > 0 ? [`${number(unchanged)} already as before`] : []),
      ].join(', ');
    default:
      return state satisfies never;
  }
}

const sayWorking = (done: string, isWorking: boolean) => (isWorking ? `Taking back… ${done}` : `${done} done so far`);
