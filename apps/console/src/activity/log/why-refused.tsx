import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { Explanation } from '../access/explanation.tsx';
import type { ActivityRow } from './filters.ts';

/** Refusals about rights. Others are about the arguments. */
const ofAccess = new Set([
  'forbidden',
  'unauthorized',
  'not_found',
  'no_such_item',
  'protected_item',
  'tool_held',
  'connection_paused',
  'connect_first',
  'wrong_mode',
]);

/** Explains by today's rights why a call is refused, and the smallest change that would allow it. // D45 */
export function WhyRefused({ row }: { row: ActivityRow }) {
  const { orgId } = useMembership();
  const asked = {
    ...(row.keyId === null ? { personId: row.personId ?? '' } : { keyId: row.keyId }),
    tool: row.service !== null && row.serviceTool !== null ? `${row.service}__${row.serviceTool}` : row.tool,
    ...(row.itemId !== null && row.itemType !== 'connection' && { itemId: row.itemId }),
    ...(row.connectionId !== null && { connectionId: row.connectionId }),
  };
  const explain = useMutation({
    mutationFn: () => call(orgId, 'explain_access', asked),
    onError: sayError,
  });
  if (row.personId === null || !(ofAccess.has(row.outcome) || (row.reason !== null && ofAccess.has(row.reason)))) return null;
  if (explain.data) return <Explanation of={explain.data} />;
  return (
    <Button variant="default" mt={8} loading={explain.isPending} onClick={() => explain.mutate()}>
      Check access
    </Button>
  );
}
