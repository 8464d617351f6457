import { changeKinds } from '@gatehouse/domain';
import type { Op, TimePosition } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { examplePages, historyAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { named } from '../../kernel/schema/named.ts';
import { cursor, identifier, pageLimit, time } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { findNotedFolder } from '../folders/find-folder.ts';
import { findItem } from '../items/find-item.ts';
import { author } from '../items/list-items.ts';
import { findTask } from '../tasks/tasks.ts';
import { isOfItem } from './change-words.ts';
import { changedFieldShape, changedFields, openReferences } from './changed-fields.ts';
import { type HistoryRow, mergeHistory } from './merge-history.ts';
import { ownMaker } from './own-maker.ts';
import { findVisible, openAuthors } from './visible-history.ts';

const changeShape = z.object({
  subjectId: z.string().describe('the item, folder or task'),
  what: z.enum([...changeKinds, 'edited']).describe('edited: its body'),
  version: z.int().nullable().describe('the version it made'),
  changeSummary: z.string().nullable(),
  fields: z.array(named('ChangedField', 'A field before and after a change.', changedFieldShape)).describe('that changed beside the body'),
  by: author,
  requestId: z.string().nullable(),
  at: time,
  url: z.string(),
});

const position = z.tuple([time, z.string(), z.int(), time, z.string(), z.int()]);

/** Everything is behind this one. */
const theNewest: TimePosition = { at: Number.MAX_SAFE_INTEGER, itemId: '', number: Number.MAX_SAFE_INTEGER };

/** Behind which version, and behind which other change, a page begins. */
interface Position {
  versions: TimePosition;
  changes: TimePosition;
}

const subjects = ['itemId', 'folderId', 'taskId', 'mine'] as const;

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'List changes',
  description: 'List changes, newest first: what, from, to, by whom. Give one of itemId, folderId, taskId, mine.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    itemId: identifier('a document, file or skill').optional(),
    folderId: identifier('from list_folders').optional(),
    taskId: identifier('from list_tasks').optional(),
    mine: z.boolean().optional().describe('what this key did'),
    limit: pageLimit(20, 100, 'changes'),
    cursor: cursor(),
  }),
  output: z.object({ changes: z.array(named('Change', 'A change of a document, file, skill, folder or task.', changeShape)), nextCursor }),
  example: {
    input: { itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      changes: [
        {
          subjectId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
          what: 'changed',
          version: null,
          changeSummary: null,
          fields: [{ field: 'name', before: 'Notes', after: 'Release notes' }],
          by: {
            personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
            agentId: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2',
            name: 'release bot',
            entrance: 'mcp',
          },
          requestId: 'req_01jd2x7q8me3k5w9t4v6b8n0r2',
          at: 1_763_000_000_000,
          url: historyAddress(examplePages, 'doc_01jd2x7q8me3k5w9t4v6b8n0r2'),
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { itemId, folderId, taskId, mine, limit, cursor }) {
    const given = subjects.filter((name) => ({ itemId, folderId, taskId, mine: mine || undefined })[name] !== undefined);
    if (given.length !== 1) throw refusal('invalid_argument', `give exactly one of "itemId", "folderId", "taskId" and "mine": true`);
    const subjectId = yield* findSubject(context, { itemId, folderId, taskId });
    const list = `changes ${subjectId ?? ownMaker(context).id}`;
    const from = cursor === undefined ? { versions: theNewest, changes: theNewest } : decodePosition(list, cursor);
    const { versions, changes } = yield* subjectId === undefined ? readMine(context, limit, from) : readOf(context, subjectId, limit, from);
    const page = mergeHistory(versions, changes, limit);
    const seen = subjectId === undefined ? yield* findVisible(context, page.rows) : page.rows;
    return {
      changes: yield* tellAll(context, seen),
      nextCursor: page.hasMore ? encodePosition(list, from, page.rows) : null,
    };
  },
});

function* findSubject(
  context: ToolContext,
  named: { itemId?: string | undefined; folderId?: string | undefined; taskId?: string | undefined },
) {
  if (named.itemId !== undefined) return (yield* findItem(context, 'any', named.itemId)).id;
  if (named.folderId !== undefined) return (yield* findNotedFolder(context, named.folderId)).id;
  if (named.taskId !== undefined) return (yield* findTask(context, named.taskId)).id;
  return undefined;
}

function* readOf({ store, viewer: { orgId } }: ToolContext, subjectId: string, limit: number, from: Position) {
  const versions = isOfItem(subjectId) ? yield* store.versions.list(orgId, subjectId, limit + 1, from.versions.number) : [];
  return {
    versions: versions.map((version) => ({ ...version, itemId: subjectId })),
    changes: yield* store.changes.list(orgId, subjectId, limit + 1, from.changes.number),
  };
}

function* readMine(context: ToolContext, limit: number, from: Position) {
  const { store, viewer } = context;
  const request = { orgId: viewer.orgId, madeBy: ownMaker(context), limit: limit + 1 };
  return {
    versions: yield* store.versions.newestOf({ ...request, before: from.versions }),
    changes: yield* store.changes.newestOf({ ...request, before: from.changes }),
  };
}

function decodePosition(list: string, cursor: string): Position {
  const [at, itemId, number, changedAt, changedId, changeNumber] = decodeCursor(list, position, cursor);
  return { versions: { at, itemId, number }, changes: { at: changedAt, itemId: changedId, number: changeNumber } };
}

function encodePosition(list: string, from: Position, rows: readonly HistoryRow[]): string {
  const behind = (kind: HistoryRow['kind'], before: TimePosition) => {
    const { at, itemId, number } = rows.findLast((row) => row.kind === kind)?.row ?? before;
    return [at, itemId, number];
  };
  return encodeCursor(list, [...behind('version', from.versions), ...behind('change', from.changes)]);
}

function* tellAll(context: ToolContext, rows: readonly HistoryRow[]): Op<z.input<typeof changeShape>[]> {
  const references = openReferences(context);
  const authors = openAuthors(context);
  const told: z.input<typeof changeShape>[] = [];
  for (const { kind, row } of rows) {
    const { itemId: subjectId, requestId, at } = row;
    const isVersion = kind === 'version';
    told.push({
      subjectId,
      what: isVersion ? (row.number === 1 ? 'created' : 'edited') : row.what,
      version: isVersion ? row.number : null,
      changeSummary: isVersion ? row.summary : null,
      fields: isVersion ? [] : yield* changedFields(references, row),
      by: yield* authors(row),
      requestId,
      at,
      url: historyAddress(context, subjectId, isVersion ? row.number : null),
    });
  }
  return told;
}
