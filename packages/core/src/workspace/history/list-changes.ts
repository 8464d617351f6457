import { changeKinds, reviewDecisionWays } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { commentAddress, examplePages, historyAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
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
import { changedFieldShape, changedFields, openReferences, type References } from './changed-fields.ts';
import { makers, readSince, type SinceFilter } from './changes-since.ts';
import {
  decodePosition,
  decodePositionSince,
  encodePosition,
  encodePositionSince,
  type HistoryPosition,
  type Included,
  includable,
  positionBehind,
  theNewest,
} from './history-position.ts';
import { type HistoryLists, type HistoryRow, mergeHistory } from './merge-history.ts';
import { ownMaker } from './own-maker.ts';
import { findVisible, openAuthors } from './visible-history.ts';

const decisionShape = z.object({
  how: z.enum(reviewDecisionWays),
  accepted: z.int().nullable().describe('changes; null: all, because the review was switched off'),
  declined: z.int(),
  version: z.int().describe('version that was decided about'),
});

const changeShape = z.object({
  subjectId: z.string().describe('item, folder or task'),
  what: z.enum([...changeKinds, 'edited', 'commented', 'reviewed']).describe('edited: its body'),
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
  review: named('ReviewDecision', "A person's decision about changes of agents.", decisionShape).optional(),
});

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
    include: z.array(z.enum(includable)).optional(),
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
  *run(context, { since, by, deep, include: given = [], limit, cursor, ...subject }) {
    const page = { limit, cursor, include: [...new Set(given)] };
    if (since !== undefined) return yield* runSince(context, { since, by, deep, folderId: subject.folderId }, subject, page);
    if (by !== undefined || deep) throw refusal('invalid_argument', 'give "by" and "deep" together with "since"');
    if (subjects.filter((name) => (subject[name] || undefined) !== undefined).length !== 1)
      throw refusal('invalid_argument', 'give exactly one of "itemId", "folderId", "taskId" and "mine": true, or "since"');
    if (subject.mine) refuseIncluded(page);
    const subjectId = yield* findSubject(context, subject);
    const named = { list: `changes ${subjectId ?? ownMaker(context).id}`, include: page.include };
    const from = cursor === undefined ? theNewest : decodePosition(named, cursor);
    const merged = mergeHistory(
      yield* subjectId === undefined ? readMine(context, limit, from) : readOf(context, subjectId, page, from),
      limit,
    );
    const seen = subjectId === undefined ? yield* findVisible(context, merged.rows) : merged.rows;
    return {
      changes: yield* tellAll(context, seen),
      nextCursor: merged.hasMore ? encodePosition(named, positionBehind(from, merged.rows)) : null,
    };
  },
});

type GivenFilter = Omit<SinceFilter, 'hasTasks' | 'include'> & { deep?: boolean | undefined };

interface RequestedPage {
  limit: number;
  cursor: string | undefined;
  include: Included;
}

function refuseIncluded({ include }: RequestedPage): void {
  if (include.includes('comments'))
    throw refusal('invalid_argument', '"mine" has no comments: list_comments with "mine": true returns them');
  if (include.includes('reviews'))
    throw refusal('invalid_argument', '"mine" has no reviews, because people make them: give "itemId" or "since" to list them');
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
  const { limit, cursor, include } = page;
  const named = { list: `changes since ${since} ${by ?? ''} ${key}`, include };
  const [from, nextSince] = cursor === undefined ? [theNewest, yield* nextUpdatedSince(context)] : decodePositionSince(named, cursor);
  const { rows, next } = yield* readSince(context, { since, by, folderId, hasTasks: key === '', include }, limit, from);
  return {
    changes: yield* tellAll(caller, rows),
    ...(next ? { nextCursor: encodePositionSince(named, next, nextSince) } : { nextCursor: null, nextSince: Math.max(since, nextSince) }),
  };
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
  { limit, include }: RequestedPage,
  from: HistoryPosition,
): Op<HistoryLists> {
  const isItem = isOfItem(subjectId);
  const versions = isItem ? yield* store.versions.list(orgId, subjectId, limit + 1, from.versions.number) : [];
  return {
    versions: versions.map((version) => ({ ...version, itemId: subjectId })),
    changes: yield* store.changes.list(orgId, subjectId, limit + 1, from.changes.number),
    comments: include.includes('comments') ? yield* store.comments.newestOf(orgId, subjectId, limit + 1, from.comments) : [],
    decisions:
      isItem && include.includes('reviews') ? yield* store.reviewDecisions.list(orgId, subjectId, limit + 1, from.decisions.number) : [],
  };
}

function* readMine(context: ToolContext, limit: number, from: HistoryPosition): Op<HistoryLists> {
  const { store, viewer } = context;
  const request = { orgId: viewer.orgId, madeBy: ownMaker(context), limit: limit + 1 };
  return {
    versions: yield* store.versions.newestOf({ ...request, before: from.versions }),
    changes: yield* store.changes.newestOf({ ...request, before: from.changes }),
    comments: [],
    decisions: [],
  };
}

function* tellAll(context: ToolContext, rows: readonly HistoryRow[]): Op<ToldChange[]> {
  const references = openReferences(context);
  const authors = openAuthors(context);
  const told: ToldChange[] = [];
  for (const row of rows) {
    const { itemId: subjectId, requestId, at } = row.row;
    const common = { subjectId, by: yield* authors(row.row), requestId, at };
    told.push({ ...common, version: null, changeSummary: null, fields: [], ...(yield* tellOne(context, references, row)) });
  }
  return told;
}

type ToldChange = z.input<typeof changeShape>;
/** Fields that depend on the kind of a row. */
type ToldKind = Pick<ToldChange, 'what' | 'url'> & Partial<ToldChange>;

function* tellOne(context: ToolContext, references: References, { kind, row }: HistoryRow): Op<ToldKind> {
  const { itemId } = row;
  switch (kind) {
    case 'comment': {
      const fields = [{ field: 'comment', before: null, after: clipEnd(row.body) }];
      return { what: 'commented', fields, url: commentAddress(context, row), commentId: row.id };
    }
    case 'decision': {
      const { how, accepted, declined, version } = row;
      return { what: 'reviewed', url: historyAddress(context, itemId), review: { how, accepted, declined, version } };
    }
    case 'version': {
      const { number, summary } = row;
      const what = number === 1 ? 'created' : 'edited';
      return { what, version: number, changeSummary: summary, url: historyAddress(context, itemId, number) };
    }
    case 'change':
      return { what: row.what, fields: yield* changedFields(references, row), url: historyAddress(context, itemId) };
    default:
      return kind satisfies never;
  }
}
