import type { OutputOf } from '../kernel/calls/call.ts';
import type { LoggedCall } from '../kernel/live/change-stream.ts';

type Connection = OutputOf<'list_connections'>['connections'][number];

/** True if a call contradicts the shown health of its connection. */
export function isHealthNews(
  { connectionId, serviceTool, outcome }: Pick<LoggedCall, 'connectionId' | 'serviceTool' | 'outcome'>,
  shown: readonly Pick<Connection, 'connectionId' | 'status'>[],
): boolean {
  // Calls that view or manage a connection name it too, without a service tool.
  if (connectionId === null || serviceTool === null) return false;
  const status = shown.find((one) => one.connectionId === connectionId)?.status;
  const isWell = status === 'active' || status === 'held';
  if (outcome === 'service_error') return isWell;
  return outcome === 'ok' && (status === 'unreachable' || status === 'needs_attention');
}
