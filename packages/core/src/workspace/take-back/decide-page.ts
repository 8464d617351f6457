import { type Decision, decide, settleNames, shareField, takeFieldsBack } from '@gatehouse/domain/take-back';
import type { Op, TakeBack, TakeBackItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { loadNames } from './load/load-names.ts';
import { type LoadedEntry, loadPage } from './load/load-page.ts';
import { loadSurroundings } from './load/load-surroundings.ts';

/** An entry of a take-back, its present subject, and the decision about it. */
export interface DecidedEntry extends LoadedEntry {
  /** Undefined if it is done, or if the requester can no longer see it. */
  decision: Decision | undefined;
}

/** Loads entries as plain data, and decides about them: the same for a preview and for doing it. The caller bounds how many. */
export function* decidePage(context: ToolContext, takeBack: TakeBack, page: readonly TakeBackItem[]): Op<DecidedEntry[]> {
  const loaded = yield* loadPage(context, takeBack, page);
  const entries = loaded.flatMap(({ data }) => data ?? []);
  const sharers = entries.flatMap((entry) => {
    if (entry.kind === 'item') return [];
    return [...sharersIn(takeFieldsBack(entry.rows).values), ...(entry.kind === 'folder' ? entry.sharedWith : [])];
  });
  const items = entries.filter((entry) => entry.kind === 'item');
  const folders = entries
    .filter((entry) => entry.kind === 'folder')
    .map(({ id, rows }) => ({ id, to: takeFieldsBack(rows).values.parentId as string | null | undefined }));
  const decisions = decide(entries, yield* loadSurroundings(context, takeBack, { items, folders, sharers }));
  const settled = settleNames(decisions, yield* loadNames(context, takeBack, decisions));
  return loaded.map((one) => ({ ...one, decision: settled.get(one.entry.itemId) }));
}

/** People to whom a task is assigned or a folder belongs, and people and groups with whom a folder is shared. */
function sharersIn(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([field, value]) => {
    if (field === 'assignee' || field === 'ownerId') return typeof value === 'string' ? value : [];
    return field.startsWith(shareField) && field !== `${shareField}organization` ? field.slice(shareField.length) : [];
  });
}
