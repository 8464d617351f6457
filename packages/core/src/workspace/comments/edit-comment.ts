import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { commentText } from './add-comment.ts';
import { commentExample } from './comment-fields.ts';
import { findOwnComment } from './find-own-comment.ts';
import { findMentions } from './mentions.ts';

export const editComment = defineTool({
  name: 'edit_comment',
  title: 'Edit comment',
  description: 'Replace the text of a comment of your own, or of an agent of yours.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({ commentId: identifier('from list_comments'), text: commentText.describe('markdown, up to 4 KB') }),
  output: okOnly,
  example: { input: { commentId: commentExample.commentId, text: 'How much faster, in milliseconds?' }, output: { ok: true } },
  *run(context, { commentId, text }) {
    const { comment, subject } = yield* findOwnComment(context, commentId);
    const { ids: mentions } = yield* findMentions(context, text, subject);
    yield* context.store.comments.update({ ...comment, body: text, mentions, editedAt: context.now });
    return done;
  },
});
