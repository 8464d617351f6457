import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { noteWords } from '../note-words.ts';
import { connectionVerbs as strings } from '../strings.ts';
import { type ConnectionDetails, useRefreshConnections } from '../use-connections.ts';

export type ConnectionVerbs = ReturnType<typeof useConnectionVerbs>;

/** What is done with a connection as a whole. */
export function useConnectionVerbs({ connectionId, name }: ConnectionDetails) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const refresh = useRefreshConnections();
  const said = { onError: (error: Error) => sayFailed(messageOf(error), error), onSettled: refresh };
  const resume = useMutation({
    mutationFn: () => call(orgId, 'resume_connection', { connectionId }),
    onSuccess: () => sayDone(strings.resumed(name), () => pause.mutate()),
    ...said,
  });
  const pause = useMutation({
    mutationFn: () => call(orgId, 'pause_connection', { connectionId }),
    onSuccess: () => sayDone(strings.paused(name), () => resume.mutate()),
    ...said,
  });
  const test = useMutation({
    mutationFn: () => call(orgId, 'test_connection', { connectionId }),
    onSuccess: (tested) =>
      tested.reachable
        ? sayDone(describeTest(name, tested))
        : sayFailed(strings.testFailed(name, noteWords('unreachable', tested.message ?? ''))),
    ...said,
  });
  const disconnect = useMutation({
    mutationFn: () => call(orgId, 'remove_connection', { connectionId }),
    onSuccess: async () => {
      sayDone(strings.disconnected(name));
      await navigate({ to: '/$orgId/services', params: { orgId } });
    },
    ...said,
  });
  return { test, pause, resume, disconnect };
}

function describeTest(name: string, { toolsCount, added, changed, removed, held, message }: OutputOf<'test_connection'>): string {
  if (message !== null) return strings.answersButListsItsTools(name);
  const news = [
    added.length > 0 && strings.new(added.length),
    changed.length > 0 && strings.changed(changed.length),
    removed.length > 0 && strings.removed(removed.length),
    held.length > 0 && strings.onHold(held.length),
  ].filter(Boolean);
  return strings.isConnected(name, toolsCount, news.length > 0 ? ` (${news.join(', ')})` : '');
}
