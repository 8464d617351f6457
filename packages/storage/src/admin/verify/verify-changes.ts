import type { Change } from '../../repos/workspace/changes.ts';
import type { FieldValues } from '../../schema/history/field-values.ts';
import { folderValues, isSame, itemValues, taskValues } from '../../schema/history/fields.ts';
import type { Findings, Problem } from '../problem.ts';
import { readJson } from '../read-json.ts';
import type { Snapshot } from '../snapshot.ts';

type Row = Record<string, string | number | null> & {
  org_id: string;
  subject_id: string;
  number: number;
  what: Change['what'];
  fields_before: string | null;
  fields_after: string | null;
  moved_from: string | null;
  moved_to: string | null;
};

/** Values that the rows of one subject have recorded so far, by field. */
interface Looked {
  /** Newest row. It also carries the subject's current values. */
  row: Row;
  said: Map<string, unknown>;
}

/** Checks that the rows of the history follow from one another, and that the last row of each field matches its subject. */
export async function* checkChanges(snapshot: Snapshot): Findings {
  if (!(await snapshot.hasTable('changes'))) return;
  let looked: Looked | undefined;
  for await (const rows of snapshot.pages<Row>(withSubjects)) {
    for (const row of rows) {
      const isSameSubject = row.subject_id === looked?.row.subject_id && row.org_id === looked.row.org_id;
      if (!isSameSubject) yield* problemsOf(looked?.row, await faultsOfSubject(snapshot, looked));
      const said = isSameSubject ? looked?.said : undefined;
      yield* problemsOf(row, faultsOfBeginning(row, said === undefined));
      looked = { row, said: said ?? new Map() };
      yield* problemsOf(row, faultsOfValues(row, looked.said));
    }
    yield rows.length;
  }
  yield* problemsOf(looked?.row, await faultsOfSubject(snapshot, looked));
}

const withSubjects = `
  select c.org_id, c.subject_id, c.number, c.what, c.fields_before, c.fields_after, c.moved_from, c.moved_to,
    i.name as item_name, i.folder_id, i.tags, i.description, i.mime_type, i.is_agent_memory, i.deleted_at as item_deleted_at,
    f.name as folder_name, f.owner_id, f.visibility, f.organization_access, f.parent_id, f.asks_review, f.deleted_at as folder_deleted_at,
    t.title, t.status, t.due_at, t.notes, t.done_at,
    coalesce((select p.id from people p where p.org_id = t.org_id and p.email = t.assignee), t.assignee) as assignee
  from changes c
  left join items i on i.org_id = c.org_id and i.id = c.subject_id
  left join folders f on f.org_id = c.org_id and f.id = c.subject_id
  left join tasks t on t.org_id = c.org_id and t.id = c.subject_id
  order by c.org_id, c.subject_id, c.number`;

function* problemsOf(row: Row | undefined, faults: Iterable<string>): Generator<Problem> {
  for (const fault of faults)
    yield { check: 'rows', itemId: row?.subject_id ?? '', message: `changes ${row?.subject_id}/${row?.number}: ${fault}` };
}

/**
 * Checks the first row of a subject. Tasks and folders begin with their creation. Items begin with a version. Subjects older than the
 * history begin with any row.
 */
function* faultsOfBeginning({ what, subject_id, fields_before, fields_after }: Row, isFirst: boolean): Generator<string> {
  if (what === 'created' && !(isFirst && /^(?:task|folder)_/.test(subject_id)))
    yield 'it records the creation of something that already existed';
  if ((fields_before === null) !== (fields_after === null)) yield 'it has only values from before or only values from after';
  const hasNoValues = fields_before === null || fields_after === null;
  if (hasNoValues && ['created', 'changed'].includes(what)) yield 'it has no values';
  if (!hasNoValues && ['renamed', 'moved', 'tagged', 'marked'].includes(what)) yield 'it has values, but rows of its kind have none';
}

/** Compares the row's values with those of earlier rows, and adds them. */
function* faultsOfValues(row: Row, said: Map<string, unknown>): Generator<string> {
  const [before, after] = [row.fields_before, row.fields_after].map((fields) => fields && readJson<FieldValues>(fields));
  // The check of the column reports a value that is not an object.
  if (!before || !after) return;
  const isCreation = row.what === 'created';
  if (!isCreation && row.what !== whatOf(after)) yield 'its values do not match its kind of change';
  if (!isCreation && !isSame(Object.keys(before).sort(), Object.keys(after).sort())) yield 'its fields before and after differ';
  yield* faultsOfMove(row, before, after);
  for (const [field, value] of Object.entries(before)) {
    if (said.has(field) && !isSame(said.get(field), value)) yield `its earlier ${field} does not match an earlier row`;
    if (isSame(value, after[field])) yield `its ${field} did not change`;
  }
  for (const [field, value] of Object.entries(after)) said.set(field, value);
}

function whatOf({ isDeleted }: FieldValues): Change['what'] {
  if (isDeleted === undefined) return 'changed';
  return isDeleted ? 'deleted' : 'restored';
}

function* faultsOfMove({ what, moved_from, moved_to }: Row, before: FieldValues, after: FieldValues): Generator<string> {
  const isMove = what !== 'created' && 'folderId' in before;
  const [from, to] = isMove ? [before.folderId ?? '', after.folderId ?? ''] : [null, null];
  if (moved_from !== from || moved_to !== to) yield 'its move does not match its values';
}

async function faultsOfSubject(snapshot: Snapshot, looked: Looked | undefined): Promise<string[]> {
  const is = looked && valuesOf(looked.row);
  // The check of the identifier reports a row without a subject.
  if (!is) return [];
  const { row, said } = looked;
  const faults: string[] = [];
  for (const [field, value] of said) {
    const now = /^share:(?:person|group)_/.test(field) ? await shareOf(snapshot, row, field) : is[field];
    if (!isSame(now, value)) faults.push(`the current ${field} does not match it or an earlier row`);
  }
  return faults;
}

/** Current values of the subject, in the form of its history. */
function valuesOf(row: Row): FieldValues | undefined {
  // Column names come from the select above.
  const of = <Value>(column: string) => row[column] as Value;
  if (row.item_name !== null)
    return itemValues({
      name: of('item_name'),
      folderId: of('folder_id'),
      tags: readJson<string[]>(of<string>('tags')) ?? [],
      description: of('description'),
      mimeType: of('mime_type'),
      isAgentMemory: Number(row.is_agent_memory) === 1,
      deletedAt: of('item_deleted_at'),
    });
  if (row.folder_name !== null)
    return folderValues({
      name: of('folder_name'),
      ownerId: of('owner_id'),
      visibility: of('visibility'),
      organizationAccess: of('organization_access'),
      parentId: of('parent_id'),
      deletedAt: of('folder_deleted_at'),
      asksReview: Number(row.asks_review) === 1,
    });
  if (row.title === null) return undefined;
  const task = { title: of<string>('title'), status: of<'todo'>('status'), notes: of<string>('notes') };
  return taskValues({ ...task, dueAt: of('due_at'), doneAt: of('done_at') }, of('assignee'));
}

async function shareOf(snapshot: Snapshot, { org_id, subject_id }: Row, field: string): Promise<string | null> {
  // Its name until a migration.
  const sharedWith = snapshot.coming.has('folder_shares.shared_with') ? 'person_id' : 'shared_with';
  const shares = `select access from folder_shares where org_id = $1 and folder_id = $2 and ${sharedWith} = $3`;
  const [found] = await snapshot.rows<{ access: string }>(shares, [org_id, subject_id, field.slice('share:'.length)]);
  return found?.access ?? null;
}
