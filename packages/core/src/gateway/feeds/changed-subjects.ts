import { takesSeveral } from '@gatehouse/domain';
import type { Activity, Op, Store } from '@gatehouse/storage';
import { kindOf } from '../../kernel/context/no-such-item.ts';

/** Subject that a call changed. */
export interface ChangedSubject {
  kind: ChangedKind;
  id: string;
}

export type ChangedKind = 'doc' | 'file' | 'skill' | 'folder' | 'task';

const kinds: ReadonlySet<string> = new Set<ChangedKind>(['doc', 'file', 'skill', 'folder', 'task']);

/** Tools that can change several things in one call. The log names one of them, or none. */
const changesSeveral: ReadonlySet<string> = new Set([
  'apply_take_back',
  'continue_take_back',
  'put_back',
  'take_back',
  'delete_folder',
  'restore_item',
  'import_item',
  'empty_trash',
  'remove_person',
  'leave_organization',
  'delete_group',
]);
/** Rows per query. */
const pageRows = 200;

/** Subjects that a row of the log names. Undefined if the call can have changed more. */
export function namedSubjects({ tool, itemType, itemId }: Activity): ChangedSubject[] | undefined {
  if (changesSeveral.has(tool) || (itemId === null && takesSeveral(tool))) return undefined;
  return itemId !== null && isChanged(itemType) ? [{ kind: itemType, id: itemId }] : [];
}

/** Subjects that a call changed, from the log or the history, in the order of identifiers. */
export function* changedSubjects(store: Store, row: Activity): Op<ChangedSubject[]> {
  const named = namedSubjects(row);
  if (named) return named;
  const ids = new Set(row.itemId === null ? [] : [row.itemId]);
  if (row.tool === 'restore_item') for (const id of yield* foldersBroughtBack(store, row)) ids.add(id);
  else for (const look of [store.versions.look, store.changes.look]) for (const id of yield* ofCall(look, row)) ids.add(id);
  return [...ids].toSorted().flatMap((id) => {
    const kind = kindOf(id);
    return isChanged(kind) ? [{ kind, id }] : [];
  });
}

export type SubjectsReader = (row: Activity) => Promise<ChangedSubject[]>;

/** Reads subjects for many receivers: the history is read once for each call. */
export function createSubjectsReader(store: Store): SubjectsReader {
  const known = new Map<number, Promise<ChangedSubject[]>>();
  return (row) => {
    const subjects = known.get(row.id) ?? store.read(() => changedSubjects(store, row));
    known.set(row.id, subjects);
    return subjects;
  };
}

function isChanged(kind: string | null | undefined): kind is ChangedKind {
  return kind !== null && kind !== undefined && kinds.has(kind);
}

/** Reads only the time of this call: a bulk change has a row of its own for each other item of its request. // D91 */
function* foldersBroughtBack(store: Store, row: Activity): Op<string[]> {
  const during = { since: row.at - 1, until: row.at + Math.ceil(row.durationMicros / 1000) + 1 };
  return (yield* ofCall(store.changes.look, row, during)).filter((id) => kindOf(id) === 'folder');
}

interface Stretch {
  since: number;
  until: number;
}

function* ofCall(
  look: Store['versions']['look'] | Store['changes']['look'],
  { orgId, requestId }: Activity,
  { since, until }: Stretch = { since: 0, until: Number.MAX_SAFE_INTEGER },
): Op<string[]> {
  const stretch = { until, limit: pageRows, madeBy: { maker: 'requestId', id: requestId } } as const;
  const found: string[] = [];
  for (let after = { at: since, itemId: '', number: 0 }; ; ) {
    const rows = yield* look(orgId, { ...stretch, after });
    for (const { itemId } of rows) found.push(itemId);
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return found;
    after = { at: last.at, itemId: last.itemId, number: last.number };
  }
}
