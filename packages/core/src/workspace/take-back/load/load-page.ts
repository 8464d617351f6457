import type { Entry, HistoryRow } from '@gatehouse/domain/take-back';
import type { Op, TakeBack, TakeBackItem } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { historyRows } from './changes-of-run.ts';
import type { LoadedBody } from './load-bodies.ts';
import { loadFolders } from './load-folders.ts';
import { loadItems } from './load-items.ts';
import type { OpenEntry } from './open-entry.ts';
import { findSubjects, type Subject } from './subjects.ts';

/** An entry of a take-back as plain data. */
export interface LoadedEntry {
  entry: TakeBackItem;
  /** Undefined if the requester can no longer see it. */
  subject: Subject | undefined;
  /** Also undefined if the entry is already done. */
  data: Entry | undefined;
  body: LoadedBody | undefined;
}

/** Loads entries with a few statements, however many there are. The caller limits the number of entries. */
export function* loadPage(context: ToolContext, takeBack: TakeBack, page: readonly TakeBackItem[]): Op<LoadedEntry[]> {
  const subjects = yield* findSubjects(
    context,
    page.map(({ itemId }) => itemId),
  );
  const seen = page.filter(({ itemId, outcome }) => outcome === null && subjects.has(itemId)).map(({ itemId }) => itemId);
  const changes = seen.length === 0 ? [] : yield* context.store.many.changes(takeBack.orgId, seen);
  const rows = Map.groupBy(changes, ({ subjectId }) => subjectId);
  const open = page.flatMap((entry): OpenEntry[] => {
    const subject = entry.outcome === null ? subjects.get(entry.itemId) : undefined;
    return subject
      ? [{ entry, subject, common: commonOf(entry, subject, historyRows(takeBack, entry.plan, rows.get(entry.itemId) ?? [])) }]
      : [];
  });
  const { items, bodies } = yield* loadItems(context, takeBack, open);
  const folders = yield* loadFolders(context, takeBack, open);
  const tasks = open.flatMap(({ subject: { task }, common }): [string, Entry][] =>
    task ? [[task.id, { kind: 'task', ...common, status: task.status }]] : [],
  );
  const data = new Map<string, Entry>([...items, ...folders, ...tasks]);
  return page.map((entry) => ({
    entry,
    subject: subjects.get(entry.itemId),
    data: data.get(entry.itemId),
    body: bodies.get(entry.itemId),
  }));
}

function commonOf({ itemId, plan }: TakeBackItem, { item }: Subject, rows: readonly HistoryRow[]): OpenEntry['common'] {
  const hasHistory = plan.undoes !== undefined || plan.hasRows === true || (item !== undefined && plan.first !== undefined);
  return { id: itemId, rows, isLeftOut: plan.isLeftOut === true, hasHistory };
}
