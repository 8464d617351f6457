import type { ServiceEvents, ServiceTarget } from '@gatehouse/core';
import { type FailureKind, failureOf, ServiceFailure } from './failure.ts';

type Status = Parameters<ServiceEvents['health']>[1];

/** What was asked of the service: a call, one more call after several failed in a row, or its listing of tools. */
export type Occasion = 'call' | 'repeated call' | 'listing';

/**
 * One timeout, or an error in an answer, may be about the call alone: it says nothing of the connection. A listing asks for nothing
 * but what every connection must have, so its failures are the connection's. Refused credentials come from a service that is there.
 */
const statusAfter: Record<FailureKind, Record<Occasion, Status | undefined>> = {
  refused: { call: 'needs_attention', 'repeated call': 'needs_attention', listing: 'needs_attention' },
  unreachable: { call: 'unreachable', 'repeated call': 'unreachable', listing: 'unreachable' },
  timeout: { call: undefined, 'repeated call': 'unreachable', listing: 'unreachable' },
  failed: { call: undefined, 'repeated call': undefined, listing: 'unreachable' },
};

/** With which account it was asked. */
type AskedAs = Pick<ServiceTarget, 'account'>;

export interface NotedStatus {
  status: Status;
  note: string;
}

/** From a failure to the status of its connection; undefined where it says nothing of that. The one place that decides this. */
export function statusOfConnection(error: unknown, occasion: Occasion, target: AskedAs = {}): NotedStatus | undefined {
  const failure = failureOf(error);
  if (!(failure instanceof ServiceFailure) || failure.answer) return undefined;
  // What one person may not do there says nothing of others (D62).
  if (failure.kind === 'refused' && (target.account?.personId ?? '') !== '') return undefined;
  const status = statusAfter[failure.kind][occasion];
  return status && { status, note: failure.message };
}

/** Whether it failed because nobody answered; calls are kept away from a service when that repeats. */
export function isAbsent(error: unknown): boolean {
  const failure = failureOf(error);
  return failure instanceof ServiceFailure && (failure.kind === 'unreachable' || failure.kind === 'timeout');
}
