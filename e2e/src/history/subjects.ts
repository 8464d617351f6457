import type { StorageEngine } from '../kit/engines.ts';
import type { Loose } from '../kit/world.ts';

/** State of an item, folder or task from its own row: its fields, and its body. */
export interface SubjectState {
  fields: Record<string, unknown>;
  /** Undefined for folders and tasks. */
  body: Record<string, unknown> | undefined;
}

export interface HistoryRow {
  number: number;
  what: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  movedFrom: string | null;
  movedTo: string | null;
  by: Loose;
}

export interface Workspace {
  subjects: Map<string, SubjectState>;
  changes: Map<string, HistoryRow[]>;
  versions: Map<string, { number: number; sha256: string; by: Loose }[]>;
}

const isSet = (value: unknown): boolean => value === true || value === 1;
const json = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);
const number = (value: unknown): unknown => (value === null ? null : Number(value));
const hex = (value: unknown): string => Buffer.from(value as Uint8Array).toString('hex');

/** Field of each column, with a function that reads its value. */
const fieldsByColumn: Record<string, Record<string, [field: string, read?: (value: unknown) => unknown]>> = {
  items: {
    name: ['name'],
    folder_id: ['folderId'],
    tags: ['tags', json],
    description: ['description'],
    mime_type: ['mimeType'],
    is_agent_memory: ['isAgentMemory', isSet],
    is_system: ['isSystem', isSet],
    deleted_at: ['isDeleted', (value) => value !== null],
  },
  folders: {
    name: ['name'],
    owner_id: ['ownerId'],
    organization_access: ['share:organization'],
    parent_id: ['parentId'],
    asks_review: ['asksReview', isSet],
    deleted_at: ['isDeleted', (value) => value !== null],
  },
  tasks: {
    title: ['title'],
    status: ['status'],
    assignee: ['assignee'],
    due_at: ['dueAt', number],
    notes: ['notes'],
    done_at: ['doneAt', number],
    source: ['source'],
  },
};

const bodyColumns: Record<string, (value: unknown) => unknown> = {
  version_count: Number,
  sha256: hex,
  size_bytes: Number,
  kind: String,
  total_lines: number,
  manifest: String,
};

/** Columns that identify a subject, or that follow from other columns and from the history. */
const derived = new Set(
  `org_id id type number created_at updated_at is_open due_order version_count deleted_by changed_by changed_by_agent changed_through
  visibility whole_version last_change search_row reviewed_version review_count waits_since root_id path`.split(/\s+/),
);

/** Reads everything with a history, and that history, directly from the database. Throws for an unknown column. */
export async function readWorkspace(engine: StorageEngine, folder: string): Promise<Workspace> {
  const rowsOf = (table: string) => `select * from ${table}`;
  const [people = [], shares = [], changes = [], versions = [], ...own] = (await engine.queryEach(folder, [
    rowsOf('people'),
    rowsOf('folder_shares'),
    rowsOf('changes'),
    'select item_id, number, sha256, person_id, agent_id, key_id, entrance, request_id, trace_id from versions',
    ...Object.keys(fieldsByColumn).map(rowsOf),
  ])) as Record<string, Loose>[][];
  const addresses = new Map(people.map(({ org_id, email, id }) => [`${org_id} ${email}`, id]));
  const subjects = new Map<string, SubjectState>();
  for (const [index, [table, fields]] of Object.entries(fieldsByColumn).entries()) {
    for (const row of own[index] ?? []) {
      // The access level has no meaning for a folder that is not shared with everyone.
      if (row.visibility === 'private') row.organization_access = null;
      if (row.assignee) row.assignee = addresses.get(`${row.org_id} ${row.assignee}`) ?? row.assignee;
      subjects.set(row.id, stateOf(table, fields, row));
    }
  }
  for (const { folder_id, shared_with, access } of shares) {
    const folder = subjects.get(folder_id);
    if (!folder) throw new Error(`a share of ${folder_id}, which is not there`);
    folder.fields[`share:${shared_with}`] = access;
  }
  return { subjects, changes: groupChanges(changes), versions: groupVersions(versions) };
}

function stateOf(table: string, fields: (typeof fieldsByColumn)[string], row: Record<string, Loose>): SubjectState {
  const state: SubjectState = { fields: {}, body: table === 'items' ? {} : undefined };
  for (const [column, value] of Object.entries(row)) {
    const [field, read = (same: unknown) => same] = fields[column] ?? [];
    const readBody = bodyColumns[column];
    if (field !== undefined) state.fields[field] = read(value);
    else if (state.body && readBody) state.body[column] = readBody(value);
    else if (!derived.has(column))
      throw new Error(`say in subjects.ts which field of the history ${table}.${column} is, or that it is derived`);
  }
  return state;
}

const made = ({ person_id, agent_id, key_id, entrance, request_id, trace_id }: Loose) => ({
  personId: person_id,
  agentId: agent_id,
  keyId: key_id,
  entrance,
  requestId: request_id,
  traceId: trace_id,
});

function groupChanges(rows: Record<string, Loose>[]): Workspace['changes'] {
  const changes = rows.map((row) => ({
    subjectId: String(row.subject_id),
    number: Number(row.number),
    what: String(row.what),
    before: json(row.fields_before) as HistoryRow['before'],
    after: json(row.fields_after) as HistoryRow['after'],
    movedFrom: row.moved_from,
    movedTo: row.moved_to,
    by: made(row),
  }));
  const inOrder = changes.sort((one, other) => one.number - other.number);
  return Map.groupBy(inOrder, ({ subjectId }) => subjectId);
}

function groupVersions(rows: Record<string, Loose>[]): Workspace['versions'] {
  const versions = rows.map((row) => ({ itemId: String(row.item_id), number: Number(row.number), sha256: hex(row.sha256), by: made(row) }));
  const inOrder = versions.sort((one, other) => one.number - other.number);
  return Map.groupBy(inOrder, ({ itemId }) => itemId);
}
