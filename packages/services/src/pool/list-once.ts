import { GatewayError, type ServiceEvents, type ServiceTarget, type ToolDefinition } from '@gatehouse/core';
import type { Connector } from '../connector.ts';
import { asThrown, ServiceFailure } from '../failure.ts';
import { createDeadline } from './deadline.ts';
import type { OpenConnector } from './pool.ts';

export interface ListOnceOptions {
  open: OpenConnector;
  events: Pick<ServiceEvents, 'health'>;
  deadlineMs: number;
  close(connector: Promise<Connector>): void;
}

/** Lists a service's tools over a connector made for this, so that it tells what a new connection finds. */
export async function listOnce(
  { open, events, deadlineMs, close }: ListOnceOptions,
  target: ServiceTarget,
  signal: AbortSignal,
): Promise<ToolDefinition[]> {
  const within = createDeadline(deadlineMs, deadlineMs, signal);
  const opened = open(target, { onClosed: () => {}, onToolsChanged: () => {} }, within.signal);
  try {
    const connector = await within.race(opened);
    const tools = (await within.race(connector.list(within.signal))) ?? [];
    await events.health(target, 'active', null);
    return tools;
  } catch (error) {
    const status = error instanceof ServiceFailure && error.kind === 'refused' ? 'needs_attention' : 'unreachable';
    const thrown = asThrown(target.service, error);
    if (thrown instanceof GatewayError) await events.health(target, status, thrown.message);
    throw thrown;
  } finally {
    within.end();
    close(opened);
  }
}
