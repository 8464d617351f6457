import type { OutputOf } from '../../kernel/calls/call.ts';
import { count, number } from '../../kernel/words/count-words.ts';

export type BulkChange = OutputOf<'change_items'>;

type Action = BulkChange['action'];

const doing: Record<Action, string> = {
  delete: 'Moving to the trash',
  move: 'Moving',
  restore: 'Restoring',
  purge: 'Deleting forever',
  set_tags: 'Changing tags',
  update_tasks: 'Changing tasks',
  accept: 'Accepting',
};

const done: Record<Action, string> = {
  delete: 'moved to the trash',
  move: 'moved',
  restore: 'restored',
  purge: 'deleted forever',
  set_tags: 'tagged',
  update_tasks: 'changed',
  accept: 'accepted',
};

export function isAtWork({ state }: Pick<BulkChange, 'state'>): boolean {
  return state === 'working' || state === 'undoing';
}

/** True if at least one change can be undone. */
export function canUndo({ action, state, done, undone }: BulkChange): boolean {
  return action !== 'purge' && action !== 'accept' && (state === 'done' || state === 'stopped') && done > (undone ?? 0);
}

/** Progress or result of a bulk change in words. */
export function sayBulk(change: BulkChange): string {
  const { action, state, total, done: changed, failed, undone, kept } = change;
  const subject = action === 'update_tasks' ? 'task' : 'item';
  switch (state) {
    case 'working':
      return `${doing[action]}… ${number(changed + failed)} of ${number(total)}`;
    case 'undoing':
      return `Undoing… ${number((undone ?? 0) + (kept ?? 0))} of ${number(changed)}`;
    case 'undone':
      return `Undone: ${undoneOf(change, subject)}.${kept ? ` ${number(kept)} changed since, so ${kept === 1 ? 'it stays' : 'they stay'}.` : ''}`;
    case 'stopped':
      return undone === null
        ? `Stopped. ${number(changed)} of ${count(total, subject)} ${done[action]}.`
        : `Undoing stopped after ${number(undone)} of ${count(changed, subject)}.`;
    case 'done':
      return `${changed === 0 && failed > 0 ? `No ${subject}s` : count(changed, subject)} ${done[action]}.`;
    default:
      return state satisfies never;
  }
}

/** Names the total if some items are not accounted for: the person no longer sees them, or they already were as wanted. */
function undoneOf({ done: changed, undone, kept }: BulkChange, subject: string): string {
  const isAll = (undone ?? 0) + (kept ?? 0) >= changed;
  return isAll ? count(undone ?? 0, subject) : `${number(undone ?? 0)} of ${count(changed, subject)}`;
}

/** Words for the time before the gateway has answered. */
export function sayBeginning(action: Action): string {
  return `${doing[action]}…`;
}
