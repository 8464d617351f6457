import { type AuthorizationRecords, type Gateway, type GatewayError, newId } from '@gatehouse/core';

/** Ends a grant by a call of its person, so that it is logged and everything open for the grant ends in every process. */
export async function endGrant(
  gateway: Pick<Gateway, 'call' | 'clock' | 'registry'>,
  records: Pick<AuthorizationRecords, 'findGrant'>,
  id: string,
): Promise<void> {
  const grant = await records.findGrant(id);
  if (!grant) return;
  const { orgId, personId, agentId } = grant;
  const input = { agentId };
  const ended = await gateway.call({
    tool: gateway.registry.named('remove_agent'),
    credential: { type: 'person', orgId, personId },
    origin: { entrance: 'mcp', client: 'OAuth' },
    requestId: newId('req', gateway.clock()),
    readArguments: () => input,
    argumentBytes: JSON.stringify(input).length,
  });
  if (!ended.ok && !isGone(ended.error)) throw ended.error;
}

/** True if the grant has already ended. */
function isGone({ code, reason }: GatewayError): boolean {
  return code === 'unauthorized' || reason === 'no_such_item';
}
