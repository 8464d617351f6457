import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { threadsOf } from './comment-threads.ts';

/** An item or a task, as an argument of tools. */
export type Subject = { itemId: string } | { taskId: string };

/** Comments of a subject in threads. Without `all`, only open ones. */
export function useComments(subject: Subject, all: boolean, isWanted = true) {
  const { orgId } = useMembership();
  const { data, error } = useQuery({ ...allPagesQuery(orgId, 'list_comments', { ...subject, open: !all }), enabled: isWanted });
  const threads = useMemo(() => data && threadsOf(data.flatMap(({ comments }) => comments)), [data]);
  return { threads, error };
}

/** Changes of comments. They reject with the reason; the form shows it. */
export function useCommentChanges() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [orgId, 'list_comments'] });
  /** Runs a change without a form, and says why it was refused. */
  const run = async (change: () => Promise<unknown>) => {
    try {
      await change();
    } catch (error) {
      sayFailed(messageOf(error), error);
    }
    await refresh();
  };
  return {
    async add(input: InputOf<'add_comment'>): Promise<void> {
      const { notMentioned = [] } = await call(orgId, 'add_comment', input);
      if (notMentioned.length > 0) sayDone(`${notMentioned.join(', ')} cannot see this, so nobody of that name was mentioned.`);
      await refresh();
    },
    async edit(commentId: string, text: string): Promise<void> {
      await call(orgId, 'edit_comment', { commentId, text });
      await refresh();
    },
    resolve: (commentId: string, resolved: boolean) => run(() => call(orgId, 'resolve_comment', { commentId, resolved })),
    remove: (commentId: string) => run(() => call(orgId, 'delete_comment', { commentId })),
  };
}

export type CommentChanges = ReturnType<typeof useCommentChanges>;
