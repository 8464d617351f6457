import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { commentExample } from './comment-fields.ts';
import { findCommentForChange, refuseUnchangeable } from './find-comment.ts';
import { rootOf } from './write-comment.ts';

export const resolveComment = defineTool({
  name: 'resolve_comment',
  title: 'Resolve comment',
  description: 'Resolve or reopen a comment.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ commentId: identifier('from list_comments'), resolved: z.boolean().default(true) }),
  output: okOnly,
  example: { input: { commentId: commentExample.commentId }, output: { ok: true } },
  *run(context, { commentId, resolved }) {
    const { store, viewer, now } = context;
    const { comment, subject } = yield* findCommentForChange(context, commentId);
    yield* refuseUnchangeable(context, subject);
    const root = yield* rootOf(context, comment);
    if ((root.resolvedAt !== null) === resolved) return done;
    const { agentId } = context.call.attribution;
    const resolution = { resolvedAt: now, resolvedBy: viewer.personId, resolvedByAgent: agentId };
    yield* store.comments.update({ ...root, ...(resolved ? resolution : { resolvedAt: null, resolvedBy: null, resolvedByAgent: null }) });
    return done;
  },
});
