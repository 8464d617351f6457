import { useMutation } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { count } from '../../kernel/words/count-words.ts';
import { type ConnectionDetails, type ToolRow, useRefreshConnections } from '../use-connections.ts';

/** Maximum tools that one call approves. */
const maxTools = 1000;

/** Approves held tools exactly as shown. A tool that the service has changed since stays held. */
export function useApproval({ connectionId }: ConnectionDetails) {
  const { orgId } = useMembership();
  const refresh = useRefreshConnections();
  return useMutation({
    async mutationFn(shown: readonly ToolRow[]) {
      const approved: string[] = [];
      for (let from = 0; from < shown.length; from += maxTools) {
        const part = shown.slice(from, from + maxTools);
        const tools = part.map(({ name }) => name);
        const seen = Object.fromEntries(part.map(({ name, definitionHash }) => [name, definitionHash]));
        approved.push(...(await call(orgId, 'approve_service_tools', { connectionId, tools, seen })).approved);
      }
      return approved;
    },
    onSuccess: (approved) => sayDone(`${approved.length === 1 && approved[0] ? approved[0] : count(approved.length, 'tool')} approved.`),
    onError: sayError,
    onSettled: refresh,
  });
}
