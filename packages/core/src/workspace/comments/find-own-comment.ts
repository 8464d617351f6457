import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { type FoundComment, findCommentForChange } from './find-comment.ts';

/** Finds a comment that the calling person or one of their agents wrote. Nobody else can edit or delete it. */
export function* findOwnComment(context: ToolContext, commentId: string): Op<FoundComment> {
  const found = yield* findCommentForChange(context, commentId);
  if (found.comment.personId === context.viewer.personId) return found;
  throw new GatewayError('forbidden', 'only the author of a comment can edit or delete it; you can answer or resolve it');
}
