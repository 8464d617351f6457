import type { ServiceEvents, ServiceTarget } from '@gatehouse/core';
import { type FailureKind, failureOf, ServiceFailure } from './failure.ts';

type Status = Parameters<ServiceEvents['health']>[1];

/** Kind of request to the service: a call, a call after several failures in a row, or a listing of tools. */
export type Occasion = 'call' | 'repeated call' | 'listing';

/**
 * A single timeout, or an error in an answer, may concern only the call, so it leaves the status unchanged. A listing needs only what every
 * connection must have, so its failures concern the connection. A service that refuses credentials is reachable.
 */
const statusAfter: Record<FailureKind, Record<Occasion, Status | undefined>> = {
  refused: { call: 'needs_attention', 'repeated call': 'needs_attention', listing: 'needs_attention' },
  unreachable: { call: 'unreachable', 'repeated call': 'unreachable', listing: 'unreachable' },
  timeout: { call: undefined, 'repeated call': 'unreachable', listing: 'unreachable' },
  failed: { call: undefined, 'repeated call': undefined, listing: 'unreachable' },
};

/** Account that the request was made with. */
type AskedAs = Pick<ServiceTarget, 'account'>;

export interface NotedStatus {
  status: Status;
  note: string;
}

/** Maps a failure to the status of its connection. Undefined if the failure does not concern the connection. No other code decides this. */
export function statusOfConnection(error: unknown, occasion: Occasion, target: AskedAs = {}): NotedStatus | undefined {
  const failure = failureOf(error);
  if (!(failure instanceof ServiceFailure) || failure.answer) return undefined;
  // A refusal of one person's account does not concern other accounts. // D62
  if (failure.kind === 'refused' && (target.account?.personId ?? '') !== '') return undefined;
  const status = statusAfter[failure.kind][occasion];
  return status && { status, note: failure.message };
}

/** True for failures without an answer. Repeated ones open the breaker, which keeps calls away from the service. */
export function isAbsent(error: unknown): boolean {
  const failure = failureOf(error);
  return failure instanceof ServiceFailure && (failure.kind === 'unreachable' || failure.kind === 'timeout');
}
