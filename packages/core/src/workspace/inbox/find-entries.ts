import {
  type CommentForPerson,
  type ConnectionWithHeldTools,
  type FoundEntries,
  type InboxFilter,
  type InboxPosition,
  type ItemToReview,
  inboxStart,
  type NewTask,
  type Op,
} from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** Something that waits for the caller. // D86 */
export type InboxEntry =
  | { kind: 'review'; row: ItemToReview }
  | { kind: 'skill'; row: ItemToReview }
  | { kind: 'comment'; row: CommentForPerson }
  | { kind: 'tools'; row: ConnectionWithHeldTools }
  | { kind: 'task'; row: NewTask };

/** Time after every mark: only unread entries are found. */
export const onlyUnread = Number.MAX_SAFE_INTEGER;

interface FindOptions extends Pick<InboxFilter, 'readSince' | 'limit'> {
  ids?: readonly string[] | undefined;
  before?: InboxPosition | undefined;
}

interface FoundPage {
  entries: InboxEntry[];
  /** Place to continue from. Undefined at the end. A page can end early, because each call looks at a bounded number of rows. */
  next: InboxPosition | undefined;
}

/** Finds entries of the caller's inbox, newest first. */
export function* findEntries({ store, viewer }: ToolContext, { ids, readSince, before = inboxStart, limit }: FindOptions): Op<FoundPage> {
  const { inbox } = store;
  const filter: InboxFilter = { viewer, ids, readSince, before, limit: limit + 1 };
  const found = [
    entriesOf('review', yield* inbox.itemsToReview('review', filter)),
    entriesOf('skill', yield* inbox.itemsToReview('skill', filter)),
    entriesOf('comment', yield* inbox.commentsForPerson(filter)),
    entriesOf('tools', yield* inbox.heldTools(filter)),
    entriesOf('task', yield* inbox.newTasks(filter)),
  ];
  // Older entries come on a later page: one of the lists was read only down to this place.
  const through = found.flatMap(({ through }) => through ?? []).sort(newestFirst)[0];
  const all = found
    .flatMap(({ entries }) => entries)
    .filter(({ row }) => through === undefined || newestFirst(row, through) <= 0)
    .sort((one, other) => newestFirst(one.row, other.row));
  const entries = all.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: all.length > limit && last ? placeOf(last) : through };
}

export function placeOf({ row: { at, id } }: InboxEntry): InboxPosition {
  return { at, id };
}

export function isRead({ row: { at, readThrough } }: InboxEntry): boolean {
  return readThrough !== null && readThrough >= at;
}

function entriesOf<Kind extends InboxEntry['kind']>(
  kind: Kind,
  { rows, through }: FoundEntries<Extract<InboxEntry, { kind: Kind }>['row']>,
): { entries: InboxEntry[]; through: InboxPosition | undefined } {
  return { entries: rows.map((row) => ({ kind, row }) as InboxEntry), through };
}

function newestFirst(one: InboxPosition, other: InboxPosition): number {
  if (one.at !== other.at) return other.at - one.at;
  return one.id === other.id ? 0 : one.id < other.id ? 1 : -1;
}
