import { changeKinds } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { commentAddress, examplePages, historyAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { named } from '../../kernel/schema/named.ts';
import { cursor, identifier, pageLimit, time } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { findNotedFolder } from '../folders/find-folder.ts';
import { findItem } from '../items/find-item.ts';
import { author, nextUpdatedSince } from '../items/list-items.ts';
import { deep, lookIn } from '../items/look-in.ts';
import { findTask } from '../tasks/tasks.ts';
import { clipEnd } from '../text/clip-text.ts';
import { isOfItem } from './change-words.ts';
import { changedFieldShape, changedFields, openReferences } from './changed-fields.ts';
import { makers, readSince, type SinceFilter } from './changes-since.ts';
import {
  type HistoryPosition,
  historyPosition,
  positionBehind,
  positionWithComments,
  readPosition,
  theNewest,
  writePosition,
  writeWithComments,
} from './history-position.ts';
import { type HistoryRow, mergeHistory } from './merge-history.ts';
import { ownMaker } from './own-maker.ts';
import { findVisible, openAuthors } from './visible-history.ts';

const changeShape = z.object({
  subjectId: z.string().describe('item, folder or task'),
  what: z.enum([...changeKinds, 'edited', 'commented']).describe('edited: its body'),
  version: z.int().nullable().describe('resulting version'),
  changeSummary: z.string().nullable(),
  fields: z
    .array(named('ChangedField', 'A field before and after a change.', changedFieldShape))
    .describe('changed fields except the body'),
  by: author,
  requestId: z.string().nullable(),
  at: time,
  url: z.string(),
  commentId: z.string().optional(),
});

/** Position in the changes since a time, and the start of the next round. Requests without comments keep the older cursor format. */
const sincePosition = z.tuple([...historyPosition.def.items, time]);
const sinceWithComments = z.tuple([...historyPosition.def.items, time, z.string()]);

const subjects = ['itemId', 'folderId', 'taskId', 'mine'] as const;

interface Subject {
  itemId?: string | undefined;
  folderId?: string | undefined;
  taskId?: string | undefined;
  mine?: boolean | undefined;
}

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'List changes',
  description: 'List changes with authors and values, newest first. Give one of itemId, folderId, taskId, mine, or since.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    itemId: identifier('a document, file or skill').optional(),
    folderId: identifier('from list_folders').optional(),
    taskId: identifier('from list_tasks').optional(),
    mine: z.boolean().optional().describe('changes by this key'),
    since: time.min(0).optional().describe('ms; all you see, or in folderId'),
    by: z.enum(makers).optional().describe('with since'),
    deep: deep(),
    include: z.array(z.enum(['comments'])).optional(),
    limit: pageLimit(20, 100, 'changes'),
    cursor: cursor(),
  }),
  output: z.object({
    changes: z.array(named('Change', 'A change of a document, file, skill, folder or task.', changeShape)),
    nextCursor,
    nextSince: time.optional().describe('on the last page: next since'),
  }),
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
  *run(context, { since, by, deep, include = [], limit, cursor, ...subject }) {
    const page = { limit, cursor, hasComments: include.includes('comments') };
    if (since !== undefined) return yield* runSince(context, { since, by, deep, folderId: subject.folderId }, subject, page);
    if (by !== undefined || deep) throw refusal('invalid_argument', 'give "by" and "deep" together with "since"');
    const given = subjects.filter((name) => (subject[name] || undefined) !== undefined);
    if (given.length !== 1)
      throw refusal('invalid_argument', 'give exactly one of "itemId", "folderId", "taskId" and "mine": true, or "since"');
    if (subject.mine && page.hasComments)
      throw refusal('invalid_argument', '"mine" has no comments: list_comments with "mine": true returns them');
    const subjectId = yield* findSubject(context, subject);
    const list = `changes ${subjectId ?? ownMaker(context).id}${withComments(page)}`;
    const from = cursor === undefined ? theNewest : readCursor(list, page, cursor);
    const { versions, changes, comments } = yield* subjectId === undefined
      ? readMine(context, limit, from)
      : readOf(context, subjectId, page, from);
    const merged = mergeHistory(versions, changes, limit, comments);
    const seen = subjectId === undefined ? yield* findVisible(context, merged.rows) : merged.rows;
    return {
      changes: yield* tellAll(context, seen),
      nextCursor: merged.hasMore ? encodeCursor(list, written(page, positionBehind(from, merged.rows))) : null,
    };
  },
});

type GivenFilter = Omit<SinceFilter, 'hasTasks' | 'hasComments'> & { deep?: boolean | undefined };

interface RequestedPage {
  limit: number;
  cursor: string | undefined;
  hasComments: boolean;
}

const withComments = ({ hasComments }: RequestedPage) => (hasComments ? ' with comments' : '');

function readCursor(list: string, { hasComments }: RequestedPage, cursor: string): HistoryPosition {
  return readPosition(hasComments ? decodeCursor(list, positionWithComments, cursor) : decodeCursor(list, historyPosition, cursor));
}

function written({ hasComments }: RequestedPage, position: HistoryPosition) {
  return hasComments ? writeWithComments(position) : writePosition(position);
}

/**
 * Lists changes to everything that the caller sees. `nextSince` comes from the first page: changes made while later pages are read are in
 * the next round.
 */
function* runSince(caller: ToolContext, { since, by, ...given }: GivenFilter, { itemId, taskId, mine }: Subject, page: RequestedPage) {
  if (itemId !== undefined || taskId !== undefined || mine)
    throw refusal('invalid_argument', 'give "since" alone or with "folderId" and "by", without "itemId", "taskId" and "mine"');
  if (given.folderId !== undefined) yield* findNotedFolder(caller, given.folderId);
  const { context, folderId, key } = yield* lookIn(caller, given);
  const { limit, cursor, hasComments } = page;
  const list = `changes since ${since} ${by ?? ''} ${key}${withComments(page)}`;
  const [from, nextSince] = cursor === undefined ? [theNewest, yield* nextUpdatedSince(context)] : readSincePosition(list, page, cursor);
  const { rows, next } = yield* readSince(context, { since, by, folderId, hasTasks: key === '', hasComments }, limit, from);
  return {
    changes: yield* tellAll(context, rows),
    ...(next
      ? { nextCursor: encodeCursor(list, [...writePosition(next), nextSince, ...(hasComments ? [next.comments] : [])]) }
      : { nextCursor: null, nextSince: Math.max(since, nextSince) }),
  };
}

function readSincePosition(list: string, { hasComments }: RequestedPage, cursor: string): [from: HistoryPosition, nextSince: number] {
  const decoded = hasComments ? decodeCursor(list, sinceWithComments, cursor) : decodeCursor(list, sincePosition, cursor);
  const position = [decoded[0], decoded[1], decoded[2], decoded[3], decoded[4], decoded[5]] as const;
  return [readPosition(decoded.length === 8 ? [...position, decoded[7]] : [...position]), decoded[6]];
}

function* findSubject(context: ToolContext, named: Subject) {
  if (named.itemId !== undefined) return (yield* findItem(context, 'any', named.itemId)).id;
  if (named.folderId !== undefined) return (yield* findNotedFolder(context, named.folderId)).id;
  if (named.taskId !== undefined) return (yield* findTask(context, named.taskId)).id;
  return undefined;
}

function* readOf(
  { store, viewer: { orgId } }: ToolContext,
  subjectId: string,
  { limit, hasComments }: RequestedPage,
  from: HistoryPosition,
) {
  const versions = isOfItem(subjectId) ? yield* store.versions.list(orgId, subjectId, limit + 1, from.versions.number) : [];
  return {
    versions: versions.map((version) => ({ ...version, itemId: subjectId })),
    changes: yield* store.changes.list(orgId, subjectId, limit + 1, from.changes.number),
    comments: hasComments ? yield* store.comments.newestOf(orgId, subjectId, limit + 1, from.comments) : [],
  };
}

function* readMine(context: ToolContext, limit: number, from: HistoryPosition) {
  const { store, viewer } = context;
  const request = { orgId: viewer.orgId, madeBy: ownMaker(context), limit: limit + 1 };
  return {
    versions: yield* store.versions.newestOf({ ...request, before: from.versions }),
    changes: yield* store.changes.newestOf({ ...request, before: from.changes }),
    comments: [],
  };
}

function* tellAll(context: ToolContext, rows: readonly HistoryRow[]): Op<z.input<typeof changeShape>[]> {
  const references = openReferences(context);
  const authors = openAuthors(context);
  const told: z.input<typeof changeShape>[] = [];
  for (const { kind, row } of rows) {
    const { itemId: subjectId, requestId, at } = row;
    if (kind === 'comment') {
      told.push({
        subjectId,
        what: 'commented',
        version: null,
        changeSummary: null,
        fields: [{ field: 'comment', before: null, after: clipEnd(row.body) }],
        by: yield* authors(row),
        requestId,
        at,
        url: commentAddress(context, row),
        commentId: row.id,
      });
      continue;
    }
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
