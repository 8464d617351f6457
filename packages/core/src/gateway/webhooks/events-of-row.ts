import type { WebhookEvent } from '@gatehouse/domain';
import type { Activity, Op, Store } from '@gatehouse/storage';
import { kindOf } from '../../kernel/context/no-such-item.ts';
import { changesIn } from '../feeds/touched.ts';
import type { Registry } from '../registry/registry.ts';

/** An event from a row of the log, before checking who may know it. The same row always gives the same events in the same order. */
export interface LoggedEvent {
  type: WebhookEvent;
  row: Activity;
  /** What was changed; undefined if the call was refused. */
  changed?: { kind: ChangedKind; id: string } | undefined;
}

export type ChangedKind = 'doc' | 'file' | 'skill' | 'folder' | 'task';

const eventOf: Record<ChangedKind, WebhookEvent> = {
  doc: 'item.changed',
  file: 'item.changed',
  skill: 'item.changed',
  folder: 'folder.changed',
  task: 'task.changed',
};

/** Tools that can change several things in one call; the log does not name these. */
const changesSeveral: ReadonlySet<string> = new Set([
  'apply_take_back',
  'continue_take_back',
  'put_back',
  'take_back',
  'delete_folder',
  'empty_trash',
]);
/** Rows that are read at once. */
const pageRows = 200;
/** Between the time of a call and the latest time of what it changed, which a clock may set back. Milliseconds. */
const slackMs = 1000;

export function* eventsOfRow(store: Store, registry: Registry, row: Activity): Op<LoggedEvent[]> {
  if (row.outcome !== 'ok') return [{ type: 'call.refused', row }];
  // An answer that is repeated was announced the first time.
  if (row.reason === 'replayed' || changesIn(registry, [row]).length === 0) return [];
  const subjects = changesSeveral.has(row.tool) ? yield* subjectsOf(store, row) : namedBy(row);
  return subjects.map((changed) => ({ type: eventOf[changed.kind], row, changed }));
}

type Changed = NonNullable<LoggedEvent['changed']>;

function namedBy({ itemType, itemId }: Activity): Changed[] {
  return itemId !== null && isChanged(itemType) ? [{ kind: itemType, id: itemId }] : [];
}

function isChanged(kind: string | null | undefined): kind is ChangedKind {
  return kind !== null && kind !== undefined && Object.hasOwn(eventOf, kind);
}

/** What a call changed, by the history, in the order of identifiers. */
function* subjectsOf(store: Store, row: Activity): Op<Changed[]> {
  const ids = new Set(row.itemId === null ? [] : [row.itemId]);
  for (const history of [store.versions.newestOf, store.changes.newestOf]) {
    for (const id of yield* madeBy(history, row)) ids.add(id);
  }
  return [...ids].toSorted().flatMap((id) => {
    const kind = kindOf(id);
    return isChanged(kind) ? [{ kind, id }] : [];
  });
}

type History = Store['versions']['newestOf'] | Store['changes']['newestOf'];

function* madeBy(history: History, { orgId, keyId, personId, requestId, at, durationMicros }: Activity): Op<string[]> {
  const maker = keyId === null ? 'personId' : 'keyId';
  const id = keyId ?? personId;
  if (id === null) return [];
  const found: string[] = [];
  for (let before = { at: at + Math.ceil(durationMicros / 1000) + slackMs, itemId: '', number: 0 }; ; ) {
    const rows = yield* history({ orgId, madeBy: { maker, id }, before, limit: pageRows });
    for (const row of rows) if (row.requestId === requestId) found.push(row.itemId);
    const last = rows.at(-1);
    if (!last || rows.length < pageRows || last.at < at - slackMs) return found;
    before = { at: last.at, itemId: last.itemId, number: last.number };
  }
}
