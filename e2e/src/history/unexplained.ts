import { isDeepStrictEqual } from 'node:util';
import type { Loose } from '../kit/world.ts';
import type { HistoryRow, SubjectState, Workspace } from './subjects.ts';

/** Maker of a call, which every row of its history must state. */
export type MadeBy = Loose;

export interface Difference {
  /** Items, folders and tasks that the call changed. */
  changed: string[];
  /** Differences that the history does not state, and statements of the history that are not true. */
  unexplained: string[];
}

/** Compares two states with the history rows of a call between them (D65). */
export function compare(before: Workspace, after: Workspace, by: MadeBy): Difference {
  const changed: string[] = [];
  const unexplained: string[] = [];
  for (const id of new Set([...before.subjects.keys(), ...after.subjects.keys()])) {
    const [was, is] = [before.subjects.get(id), after.subjects.get(id)];
    const rows = newRows(before.changes.get(id), after.changes.get(id));
    const versions = newRows(before.versions.get(id), after.versions.get(id));
    const isChanged = !isDeepStrictEqual(was, is);
    if (isChanged) changed.push(id);
    const tell = (fault: string) => void unexplained.push(`${id}: ${fault}`);
    if (!is) {
      if (after.changes.has(id) || after.versions.has(id)) tell('it was purged, and its history was not');
      continue;
    }
    if (!isChanged && rows.length > 0) tell(`it is as it was, and has ${rows.length} new rows`);
    for (const row of [...rows, ...versions])
      if (!isDeepStrictEqual(row.by, by)) tell(`a row says that it was made by ${JSON.stringify(row.by)}`);
    compareBody(was, is, versions, tell);
    compareFields(was, is, rows, tell);
  }
  return { changed, unexplained };
}

function newRows<Row extends { number: number }>(before: Row[] = [], after: Row[] = []): Row[] {
  const last = before.at(-1)?.number ?? 0;
  return after.filter(({ number }) => number > last);
}

function compareBody(
  was: SubjectState | undefined,
  { body }: SubjectState,
  versions: { number: number; sha256: string }[],
  tell: (fault: string) => void,
): void {
  if (isDeepStrictEqual(was?.body, body)) return;
  const last = versions.at(-1);
  if (last?.number !== body?.version_count || last?.sha256 !== body?.sha256) tell('its body changed and no version says so');
}

/** Compares fields. The first version of an item states nothing about its fields, but tasks and folders begin with a row of all fields. */
function compareFields(was: SubjectState | undefined, is: SubjectState, rows: HistoryRow[], tell: (fault: string) => void): void {
  const begunWith = was?.fields ?? (is.body ? is.fields : undefined);
  const first = rows[0];
  if (begunWith === undefined && first?.what !== 'created') tell('it was made and no row says so');
  // The source of a task never changes.
  const said: Record<string, unknown> = { ...(begunWith ?? { source: is.fields.source, ...first?.after }) };
  for (const row of rows.slice(begunWith === undefined ? 1 : 0)) applyRow(said, row, tell);
  const names = new Set([...Object.keys(said), ...Object.keys(is.fields)]);
  for (const name of names) {
    // A missing share has no row, and its field was set to null.
    if (!isDeepStrictEqual(said[name] ?? null, is.fields[name] ?? null))
      tell(`its ${name} is ${JSON.stringify(is.fields[name])} and by its history ${JSON.stringify(said[name])}`);
  }
}

function applyRow(said: Record<string, unknown>, { number, before, after, movedFrom, movedTo }: HistoryRow, tell: (fault: string) => void) {
  for (const [name, value] of Object.entries(before ?? {})) {
    if (!isDeepStrictEqual(said[name] ?? null, value)) tell(`row ${number} says that its ${name} was ${JSON.stringify(value)}`);
  }
  const isMove = before !== null && 'folderId' in before;
  const moved = isMove ? [before.folderId ?? '', after?.folderId ?? ''] : [null, null];
  if (!isDeepStrictEqual([movedFrom, movedTo], moved)) tell(`row ${number} has it moved from ${movedFrom} to ${movedTo}`);
  Object.assign(said, after);
}
