import type { ServiceEvents, ServiceTarget } from '@gatehouse/core';
import type { Connector, Listed, OpenConnector } from '../connectors/connector.ts';
import { statusOfConnection } from '../kernel/connection-status.ts';
import { asThrown, failureOf, ServiceFailure } from '../kernel/failure.ts';
import { createDeadline } from './deadline.ts';

export interface ListOnceOptions {
  open: OpenConnector;
  events: Pick<ServiceEvents, 'health'>;
  deadlineMs: number;
  close(connector: Promise<Connector>): void;
  /** True if people sign in to the service and the listing has no account. A refusal is then the expected result, and returns undefined. */
  isNobody: boolean;
}

/** Lists a service's tools over a connector opened only for this, so that the result shows what a new connection finds. */
export async function listOnce(
  { open, events, deadlineMs, close, isNobody }: ListOnceOptions,
  target: ServiceTarget,
  signal: AbortSignal,
): Promise<Listed | undefined> {
  const within = createDeadline(deadlineMs, deadlineMs, signal);
  const opened = open(target, { onClosed: () => {}, onToolsChanged: () => {} }, within.signal);
  try {
    const connector = await within.race(opened);
    const listed = (await within.race(connector.list(within.signal))) ?? { tools: [] };
    await events.health(target, 'active', null);
    return listed;
  } catch (error) {
    const failure = failureOf(error);
    if (isNobody && failure instanceof ServiceFailure && failure.kind === 'refused') return undefined;
    const noted = statusOfConnection(error, 'listing', target);
    if (noted) await events.health(target, noted.status, noted.note);
    throw asThrown(target.service, error);
  } finally {
    within.end();
    close(opened);
  }
}
