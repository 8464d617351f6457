import type { Comment, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { commentAddress, examplePages } from '../../kernel/context/page-address.ts';
import { named } from '../../kernel/schema/named.ts';
import { time } from '../../kernel/schema/schema.ts';
import { openAuthors } from '../history/visible-history.ts';
import { author } from '../items/list-items.ts';

export const commentShape = named(
  'Comment',
  'A comment on a document, file, skill or task.',
  z.object({
    commentId: z.string(),
    subjectId: z.string().describe('the item or task'),
    answerTo: z.string().nullable().describe('the comment that it answers'),
    text: z.string(),
    quote: z.string().nullable().describe('the words that it is about; null: the whole'),
    line: z.int().nullable().describe('line of the quoted words now; null: they are gone, or with mine'),
    mentions: z.array(z.string()).describe('people and agents'),
    by: author,
    createdAt: time,
    editedAt: time.nullable(),
    resolvedAt: time.nullable(),
    url: z.string(),
  }),
);

export const commentExample: z.input<typeof commentShape> = {
  commentId: 'comment_01jd2x7q8me3k5w9t4v6b8n0r2',
  subjectId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
  answerTo: null,
  text: 'How much faster?',
  quote: 'Faster search',
  line: 3,
  mentions: ['person_01jd2x7q8me3k5w9t4v6b8n0r2'],
  by: {
    personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
    agentId: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2',
    name: 'release bot',
    entrance: 'mcp',
  },
  createdAt: 1_763_600_000_000,
  editedAt: null,
  resolvedAt: null,
  url: commentAddress(examplePages, { id: 'comment_01jd2x7q8me3k5w9t4v6b8n0r2', subjectId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2' }),
};

/** Returns a function that describes comments. Reads the name of each author once. */
export function openCommentFields(context: ToolContext) {
  const authors = openAuthors(context);
  return function* (comment: Comment, line: number | undefined): Op<z.input<typeof commentShape>> {
    const { id, subjectId, answerTo, body, quote, mentions, createdAt, editedAt, resolvedAt } = comment;
    return {
      commentId: id,
      subjectId,
      answerTo,
      text: body,
      quote,
      line: line ?? null,
      mentions,
      by: yield* authors(comment),
      createdAt,
      editedAt,
      resolvedAt,
      url: commentAddress(context, comment),
    };
  };
}
