import type { OutputOf } from '../../kernel/calls/call.ts';

export type Comment = OutputOf<'list_comments'>['comments'][number];

/** A comment with its answers, oldest first. */
export interface Thread {
  root: Comment;
  answers: Comment[];
}

/** True if a comment or answer is in a thread. */
export function has({ root, answers }: Thread, id: string | undefined): boolean {
  return root.commentId === id || answers.some(({ commentId }) => commentId === id);
}

/** Sorts threads by their line in the text. Threads without a quote, or with words that are gone, follow by time. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const comment of comments) if (comment.answerTo === null) threads.set(comment.commentId, { root: comment, answers: [] });
  for (const comment of comments) if (comment.answerTo !== null) threads.get(comment.answerTo)?.answers.push(comment);
  const lineOf = ({ root }: Thread) => root.line ?? Number.POSITIVE_INFINITY;
  return [...threads.values()].toSorted((one, other) => {
    const [first, second] = [lineOf(one), lineOf(other)];
    return first === second ? one.root.createdAt - other.root.createdAt : first - second;
  });
}
