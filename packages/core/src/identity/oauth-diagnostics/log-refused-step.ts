import type { Op, Store } from '@gatehouse/storage';
import { type ErrorCode, GatewayError } from '../../kernel/errors/errors.ts';
import { activityRow, noNotes } from '../../kernel/log/activity-row.ts';
import { isRefused, type NotedStep } from './connect-step.ts';

interface LoggedAs {
  orgId: string;
  personId: string;
  key: { id: string; agentId: string } | null;
}

/** Logs a refused request of a client, in the organization of its grant, otherwise in those of the signed-in person. */
export function* logRefusedStep(store: Store, step: NotedStep, at: number): Op<void> {
  if (!isRefused(step)) return;
  const { answered, userAgent: client, requestId } = step;
  const error = new GatewayError(codeOf(step), answered.error ?? 'refused');
  const measured = { requestId, durationMicros: 0, argumentBytes: 0, resultBytes: 0 };
  for (const caller of yield* callersOf(store, step))
    yield* store.activity.record(
      activityRow({ at, caller, origin: { entrance: 'mcp', client }, tool: `oauth_${step.step}`, notes: noNotes, error, ...measured }),
    );
}

function* callersOf(store: Store, { orgId, keyId, accountId }: NotedStep): Op<LoggedAs[]> {
  if (orgId !== undefined && keyId !== undefined) {
    const key = yield* store.keys.find(orgId, keyId);
    return key ? [{ orgId, personId: key.personId, key }] : [];
  }
  const memberships = accountId === undefined ? [] : yield* store.accounts.memberships(accountId);
  return memberships.map(({ orgId, personId }) => ({ orgId, personId, key: null }));
}

function codeOf({ status, answered }: NotedStep): ErrorCode {
  if (answered.error === 'access_denied') return 'forbidden';
  if (status === 401 || answered.error === 'invalid_grant') return 'unauthorized';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'internal_error' : 'invalid_request';
}
