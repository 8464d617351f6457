import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { calledKey, type Key } from './use-agents.ts';

/** Sets the default match of a key's searches. // D23.11 */
export function SearchChoice({ of: key }: { of: Key }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const next = key.search === 'best' ? 'phrase' : 'best';
  const change = useMutation({
    mutationFn: () => call(orgId, 'edit_key', { keyId: key.keyId, search: next }),
    onSuccess: () => sayDone(`The search of ${calledKey(key)} ${next === 'best' ? 'answers questions' : 'looks for phrases'} now.`),
    onError: sayError,
    onSettled: () => queries.invalidateQueries({ queryKey: [orgId, 'list_keys'] }),
  });
  return (
    <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
      {next === 'best' ? 'Answer questions in search' : 'Look for phrases in search'}
    </Button>
  );
}
