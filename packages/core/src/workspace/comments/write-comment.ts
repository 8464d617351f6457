import { maxComments } from '@gatehouse/domain';
import type { Comment, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { idOf, type Subject } from './find-comment.ts';
import { findMentions, type Mentions, refuseManyMentions } from './mentions.ts';

export interface NewComment {
  text: string;
  /** Comment to answer. It is reopened if it was resolved. */
  answered?: Comment | undefined;
  /** Quoted words, with their position in the text. */
  quoted?: { quote: string; at: number } | undefined;
  /** Agents to mention, even if the text does not name them. */
  agents?: readonly string[] | undefined;
}

export interface WrittenComment {
  comment: Comment;
  mentions: Mentions;
}

/** Adds a comment by the caller. The subject must be locked by `findNamedSubjectForChange` or a similar function. // D74.5 */
export function* writeComment(
  context: ToolContext,
  subject: Subject,
  { text, answered, quoted, agents = [] }: NewComment,
): Op<WrittenComment> {
  const { store, viewer, now } = context;
  const { agentId, entrance, requestId } = context.call.attribution;
  if ((yield* store.comments.count(viewer.orgId, idOf(subject))) >= maxComments)
    throw refusal('too_large', `this item or task has ${maxComments} comments, the maximum: ask their authors to delete some`);
  const mentions = yield* findMentions(context, text, subject);
  yield* refuseManyMentions(context, mentions.ids.length);
  const root = answered && (yield* rootOf(context, answered));
  if (root && root.resolvedAt !== null)
    yield* store.comments.update({ ...root, resolvedAt: null, resolvedBy: null, resolvedByAgent: null });
  const comment: Comment = {
    orgId: viewer.orgId,
    id: newId('comment', now),
    subjectId: idOf(subject),
    answerTo: root?.id ?? null,
    body: text,
    quote: quoted?.quote ?? null,
    quoteStart: quoted?.at ?? null,
    mentions: [...new Set([...agents, ...mentions.ids])],
    personId: viewer.personId,
    agentId,
    entrance,
    requestId,
    createdAt: now,
    editedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    resolvedByAgent: null,
  };
  yield* store.comments.create(comment);
  return { comment, mentions };
}

/** Returns the comment at the top of a thread. An answer to an answer is added to the same thread. // D74.3 */
export function* rootOf({ store, viewer }: ToolContext, comment: Comment): Op<Comment> {
  if (comment.answerTo === null) return comment;
  return (yield* store.comments.find(viewer.orgId, comment.answerTo)) ?? comment;
}
