import { maxCommentBytes, maxQuote } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { commentAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { commentExample } from './comment-fields.ts';
import {
  findCommentForChange,
  findNamedSubjectForChange,
  refuseUnchangeable,
  type Subject,
  subjectArguments,
  textOf,
} from './find-comment.ts';
import { writeComment } from './write-comment.ts';

/** Text of a comment. */
export const commentText = z
  .string()
  .refine((text) => text.trim() !== '', { error: ': must not be empty' })
  .refine((text) => Buffer.byteLength(text) <= maxCommentBytes, { error: `: at most ${maxCommentBytes} bytes` });

export const addComment = defineTool({
  name: 'add_comment',
  title: 'Add comment',
  description: 'Comment on an item or task, or answer a comment. @address and @"agent name" mention.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    ...subjectArguments,
    answerTo: identifier('a comment instead').optional(),
    text: commentText.describe('markdown, up to 4 KB'),
    quote: z.string().min(1).max(maxQuote).optional().describe('words of the text it is about'),
  }),
  output: z.object({
    commentId: z.string(),
    mentions: z.array(z.string()).describe('people and agents'),
    notMentioned: z.array(z.string()).optional().describe('names that match nobody who sees it'),
    url: z.string(),
  }),
  example: {
    input: { itemId: commentExample.subjectId, text: commentExample.text, quote: 'Faster search' },
    output: { commentId: commentExample.commentId, mentions: [], url: commentExample.url },
  },
  *run(context, { answerTo, text, quote, ...named }) {
    const given = yield* findNamedSubjectForChange(context, named);
    if ((answerTo === undefined) === (given === undefined))
      throw refusal('invalid_argument', 'give one of "itemId", "taskId" and "answerTo"');
    if (answerTo !== undefined && quote !== undefined)
      throw refusal(
        'invalid_argument',
        'an answer cannot have a "quote": leave it out, because the answer is about the words of the comment that it answers',
      );
    const answered = answerTo === undefined ? undefined : yield* findCommentForChange(context, answerTo);
    const subject = given ?? (answered?.subject as Subject);
    // People can comment on any item they see. Agents can comment only on items they can change. // D74.2
    if (context.caller.key) yield* refuseUnchangeable(context, subject);
    const quoted = quote === undefined ? undefined : { quote, at: yield* placeOfQuote(context, subject, quote) };
    const { comment, mentions } = yield* writeComment(context, subject, { text, answered: answered?.comment, quoted });
    return {
      commentId: comment.id,
      mentions: mentions.ids,
      ...(mentions.unknown.length > 0 && { notMentioned: mentions.unknown }),
      url: commentAddress(context, comment),
    };
  },
});

function* placeOfQuote(context: ToolContext, subject: Subject, quote: string): Op<number> {
  const text = yield* textOf(context, subject);
  if (text === undefined)
    throw refusal('not_text', 'this item is not text, or too large to quote from: leave out "quote" to comment on the whole item');
  const at = text.indexOf(quote);
  if (at < 0)
    throw refusal('text_not_found', '"quote" does not occur in the text; copy it exactly, or leave it out to comment on the whole item');
  if (text.indexOf(quote, at + 1) >= 0) throw refusal('text_repeated', '"quote" occurs more than once; give more words around it');
  return at;
}
