import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { commentExample } from './comment-fields.ts';
import { findOwnComment } from './find-own-comment.ts';

export const deleteComment = defineTool({
  name: 'delete_comment',
  title: 'Delete comment',
  description: 'Delete a comment of your own, or of an agent of yours, with its answers.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ commentId: identifier('from list_comments') }),
  output: okOnly,
  example: { input: { commentId: commentExample.commentId }, output: { ok: true } },
  *run(context, { commentId }) {
    const { comment } = yield* findOwnComment(context, commentId);
    yield* context.store.comments.remove(comment);
    return done;
  },
});
