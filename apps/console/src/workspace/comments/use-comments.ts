import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { threadsOf } from './comment-threads.ts';

/** Tool argument that names an item or a task. */
export type Subject = { itemId: string } | { taskId: string };

/** Loads the comments on a subject as threads. Without `all`, only open ones. */
export function useComments(subject: Subject, all: boolean, isWanted = true) {
  const { orgId } = useMembership();
  const { data, error } = useQuery({ ...allPagesQuery(orgId, 'list_comments', { ...subject, open: !all }), enabled: isWanted });
  const threads = useMemo(() => data && threadsOf(data.flatMap(({ comments }) => comments)), [data]);
  return { threads, error };
}

/** Returns functions that change comments. `add` and `edit` reject with the reason, which the form shows. */
export function useCommentChanges() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [orgId, 'list_comments'] });
  /** Runs a change that has no form, and shows a message if it is refused. */
  const run = async (change: () => Promise<unknown>) => {
    try {
      await change();
    } catch (error) {
      sayError(error);
    }
    await refresh();
  };
  return {
    async add(input: InputOf<'add_comment'>): Promise<void> {
      const { notMentioned = [] } = await call(orgId, 'add_comment', input);
      if (notMentioned.length > 0) sayDone(`Not mentioned: ${notMentioned.join(', ')}. Nobody with that name can see this.`);
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
