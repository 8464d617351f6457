import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { count } from '../../kernel/words/count-words.ts';
import { noteWords } from '../note-words.ts';
import { type ConnectionDetails, useRefreshConnections } from '../use-connections.ts';

export type ConnectionVerbs = ReturnType<typeof useConnectionVerbs>;

/** Actions on a whole connection. */
export function useConnectionVerbs({ connectionId, name }: ConnectionDetails) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const refresh = useRefreshConnections();
  const said = { onError: (error: Error) => sayError(error), onSettled: refresh };
  const resume = useMutation({
    mutationFn: () => call(orgId, 'resume_connection', { connectionId }),
    onSuccess: () => sayDone(`${name} resumed.`, () => pause.mutate()),
    ...said,
  });
  const pause = useMutation({
    mutationFn: () => call(orgId, 'pause_connection', { connectionId }),
    onSuccess: () => sayDone(`${name} paused. Calls are refused until you resume it.`, () => resume.mutate()),
    ...said,
  });
  const test = useMutation({
    mutationFn: () => call(orgId, 'test_connection', { connectionId }),
    onSuccess: (tested) =>
      tested.reachable
        ? sayDone(describeTest(name, tested))
        : sayFailed(`${name} failed the test. ${noteWords('unreachable', tested.message ?? '')}`),
    ...said,
  });
  const disconnect = useMutation({
    mutationFn: () => call(orgId, 'remove_connection', { connectionId }),
    onSuccess: async () => {
      sayDone(`${name} disconnected.`);
      await navigate({ to: '/$orgId/services', params: { orgId } });
    },
    ...said,
  });
  return { test, pause, resume, disconnect };
}

function describeTest(name: string, { toolsCount, added, changed, removed, held, message }: OutputOf<'test_connection'>): string {
  if (message !== null) return `${name} answers, but lists its tools only after sign-in. Connect your account, then test it again.`;
  const news = [
    added.length > 0 && `${added.length} new`,
    changed.length > 0 && `${changed.length} changed`,
    removed.length > 0 && `${removed.length} removed`,
    held.length > 0 && `${held.length} on hold`,
  ].filter(Boolean);
  return `${name} is connected: ${count(toolsCount, 'tool')}${news.length > 0 ? ` (${news.join(', ')})` : ''}.`;
}
