import { afterAllComments, type Comment, type Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { decodeCursor, encodeCursor, type Page, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, idPosition, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { commentExample, commentShape, openCommentFields } from './comment-fields.ts';
import { findNamedSubject, idOf, type Subject, subjectArguments, textOf } from './find-comment.ts';
import { createLineFinder, findQuote } from './quote-place.ts';

export const listComments = defineTool({
  name: 'list_comments',
  title: 'List comments',
  description: 'Comments on an item or task, or mine.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    ...subjectArguments,
    mine: z.boolean().optional().describe('yours, to you, or on what you changed last'),
    open: z.boolean().default(true).describe('false: all'),
    limit: pageLimit(50, 100, 'comments'),
    cursor: cursor(),
  }),
  output: z.object({ comments: z.array(commentShape), nextCursor }),
  example: { input: { itemId: commentExample.subjectId }, output: { comments: [commentExample], nextCursor: null } },
  *run(context, { mine = false, open, limit, cursor, ...named }) {
    const subject = yield* findNamedSubject(context, named);
    if (mine === (subject !== undefined)) throw refusal('invalid_argument', 'give one of "itemId", "taskId" and "mine": true');
    const list = JSON.stringify(['comments', subject && idOf(subject), open]);
    const [position] = cursor === undefined ? [] : decodeCursor(list, idPosition, cursor);
    const request = { list, open, position, limit };
    const page = yield* subject ? readOf(context, subject, request) : readMine(context, request);
    return { comments: yield* describeAll(context, page.rows, subject), nextCursor: page.nextCursor };
  },
});

interface PageRequest {
  list: string;
  open: boolean;
  position: string | undefined;
  limit: number;
}

function* readOf(
  { store, viewer: { orgId } }: ToolContext,
  subject: Subject,
  { list, open, position, limit }: PageRequest,
): Op<Page<Comment>> {
  const found = yield* store.comments.list({ orgId, subjectId: idOf(subject), open, afterId: position, limit: limit + 1 });
  return pageOf(list, found, limit, ({ id }) => [id]);
}

/**
 * Reads one page of the caller's own comments. Each call scans a bounded number of comments, so even an empty page can have a cursor. //
 * D74.6
 */
function* readMine(
  { store, viewer, caller }: ToolContext,
  { list, open, position = afterAllComments, limit }: PageRequest,
): Op<Page<Comment>> {
  const of = caller.key ? ({ kind: 'agent', id: caller.key.agentId } as const) : ({ kind: 'person', id: viewer.personId } as const);
  const { rows, through } = yield* store.comments.own({ viewer, of, open, beforeId: position, limit: limit + 1 });
  const page = pageOf(list, rows, limit, ({ id }) => [id]);
  return { rows: page.rows, nextCursor: page.nextCursor ?? (through === undefined ? null : encodeCursor(list, [through])) };
}

/** Finds lines only in a list for one subject: reading the texts of many would be slow. */
function* describeAll(context: ToolContext, comments: readonly Comment[], subject: Subject | undefined) {
  const describe = openCommentFields(context);
  const lineOf = subject && comments.some(({ quote }) => quote !== null) ? yield* openLines(context, subject) : () => undefined;
  const described = [];
  for (const comment of comments) described.push(yield* describe(comment, lineOf(comment)));
  return described;
}

function* openLines(context: ToolContext, subject: Subject): Op<(comment: Comment) => number | undefined> {
  const text = (yield* textOf(context, subject)) ?? '';
  const lineAt = createLineFinder(text);
  return ({ quote, quoteStart }) => {
    const at = quote === null ? undefined : findQuote(text, quote, quoteStart ?? 0);
    return at === undefined ? undefined : lineAt(at);
  };
}
