import type { FileKind, ItemType } from '@gatehouse/domain';
import type { ItemFilter, ItemPosition, ListedDoc, ListOrder, Op, TrashPosition } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { named } from '../../kernel/schema/named.ts';
import { cursor, pageLimit, time } from '../../kernel/schema/schema.ts';
import { newestPosition } from './item-fields.ts';
import type { SearchedPlace } from './look-in.ts';

/** Arguments of every list of items (D23). */
export function listArguments(what: string) {
  return {
    order: z.enum(['changed', 'created']).default('changed').describe('created: stable during edits'),
    updatedSince: time.min(0).optional().describe('ms, or nextUpdatedSince'),
    limit: pageLimit(50, 200, what),
    cursor: cursor(),
  };
}

/** Author of a change (D23). */
export const author = named(
  'Author',
  'Author of a change.',
  z.object({
    personId: z.string().nullable(),
    agentId: z.string().nullable(),
    name: z.string().nullable(),
    entrance: z.string().nullable(),
  }),
);

/** Fields that entries of all lists share. */
export const entryShape = {
  updatedAt: time,
  hash: z.string().describe('SHA-256 of the stored bytes, in hexadecimal'),
  by: author.describe('author of the last change'),
};

export const entryExample = {
  updatedAt: 1_763_600_000_000,
  hash: 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2',
  by: {
    personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
    agentId: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2',
    name: 'release bot',
    entrance: 'mcp',
  },
};

export function entryFields(item: ListedDoc) {
  const { changedBy, changedByAgent, changedThrough, changedByName, agentOfName } = item;
  const name = agentOfName ?? changedByName ?? (changedBy === null ? 'Gatehouse' : null);
  return {
    updatedAt: item.updatedAt,
    hash: item.hash,
    by: { personId: changedBy, agentId: changedByAgent, name, entrance: changedThrough },
  };
}

/** Fields that all lists have besides their entries. */
export const listShape = {
  nextCursor: z.string().nullable(),
  nextUpdatedSince: time.optional(),
  gone: z.array(z.string()).optional().describe('deleted since updatedSince'),
};

interface ListRequest<Row> {
  sort: ItemType;
  list: (filter: ItemFilter) => Op<Row[]>;
  kind?: FileKind | undefined;
  order: ListOrder;
  updatedSince?: number | undefined;
  limit: number;
  cursor?: string | undefined;
  /** Returns the number of rows that the page has room for: at least one. */
  fit?: (rows: readonly Row[]) => Op<number>;
}

interface ListedPage<Row> {
  rows: Row[];
  said: { nextCursor: string | null; nextUpdatedSince?: number; gone?: string[] };
}

/** Beginning of a page: after an item and after a deleted one. `atEnd` means that there are no more. */
interface Position {
  item: [number, string];
  gone: [number, string];
  nextUpdatedSince: number;
}

const position = z.tuple([time, z.string(), time, z.string(), time]);
const atBeginning: [number, string] = [0, ''];
const atEnd: [number, string] = [0, '~'];

/** A page of documents, files or skills. With `updatedSince`, also those deleted since then. */
export function* listItems<Row extends ItemPosition>(place: SearchedPlace, request: ListRequest<Row>): Op<ListedPage<Row>> {
  const { context } = place;
  const { updatedSince, order, cursor } = request;
  const isPlain = order === 'changed' && updatedSince === undefined;
  const list = [nameOfList(place, request), ...(isPlain ? [] : [order, updatedSince])].join(' ');
  const from = yield* startOf(context, list, isPlain, cursor);
  const items = yield* pageOfItems(place, request, from);
  const gone = updatedSince === undefined ? { ids: undefined, next: atEnd } : yield* pageOfGone(place, request, updatedSince, from);
  const isLast = items.next === atEnd && gone.next === atEnd;
  const { nextUpdatedSince } = from;
  const next = isPlain ? items.next : [...items.next, ...gone.next, nextUpdatedSince];
  return {
    rows: items.rows,
    said: {
      nextCursor: isLast ? null : encodeCursor(list, next),
      ...(isPlain ? {} : { nextUpdatedSince }),
      ...(gone.ids && { gone: gone.ids }),
    },
  };
}

/** Name of the list in cursors. Must not change, because programs hold cursors during an upgrade. */
function nameOfList({ key }: SearchedPlace, { sort, kind }: Pick<ListRequest<never>, 'sort' | 'kind'>): string {
  const list = `${sort}s ${key}`;
  return sort === 'file' ? `${list} ${kind ?? ''}` : list;
}

function* startOf(context: ToolContext, list: string, isPlain: boolean, cursor: string | undefined): Op<Position> {
  if (cursor === undefined) {
    // Reads the time before the list: later commits have later times.
    return { item: atBeginning, gone: atBeginning, nextUpdatedSince: isPlain ? 0 : yield* nextUpdatedSince(context) };
  }
  if (isPlain) return { item: decodeCursor(list, newestPosition, cursor), gone: atEnd, nextUpdatedSince: 0 };
  const [itemTime, itemId, goneTime, goneId, next] = decodeCursor(list, position, cursor);
  return { item: [itemTime, itemId], gone: [goneTime, goneId], nextUpdatedSince: next };
}

function* pageOfItems<Row extends ItemPosition>(
  { context, folderId }: SearchedPlace,
  request: ListRequest<Row>,
  { item: [updatedAt, id] }: Position,
) {
  if (id === atEnd[1]) return { rows: [], next: atEnd };
  const { sort, list, kind, order, updatedSince, limit, fit } = request;
  const found = yield* list({
    viewer: context.viewer,
    sort,
    folderId,
    kind,
    order,
    since: updatedSince,
    after: id === '' ? undefined : { updatedAt, id },
    limit: limit + 1,
  });
  const listed = found.slice(0, limit);
  const rows = fit && listed.length > 0 ? listed.slice(0, yield* fit(listed)) : listed;
  const last = rows.at(-1);
  return { rows, next: found.length > rows.length && last ? ([last.updatedAt, last.id] as [number, string]) : atEnd };
}

function* pageOfGone(
  { context: { store, viewer }, folderId }: SearchedPlace,
  request: Omit<ListRequest<unknown>, 'list' | 'fit'>,
  since: number,
  { gone: [deletedAt, id] }: Position,
) {
  if (id === atEnd[1]) return { ids: [], next: atEnd };
  const { sort, limit } = request;
  const after: TrashPosition | undefined = id === '' ? undefined : { deletedAt, id };
  const found = yield* store.trash.gone({ viewer, type: sort, folderId, since, after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last ? ([last.deletedAt, last.id] as [number, string]) : atEnd;
  return { ids: rows.map((row) => row.id), next };
}

/** Maximum clock difference between gateways, plus the time between a call's reading of the clock and its transaction. */
const clockSlackMs = 2000;

/** A time that no change is older than which is not seen yet: of a transaction that is still in progress too. */
export function* nextUpdatedSince({ store, now }: ToolContext): Op<number> {
  return Math.max(0, now - (yield* store.oldestChangeMs()) - clockSlackMs);
}
