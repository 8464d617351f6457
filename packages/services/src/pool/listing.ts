import { definitionHash, refusal, type ServiceEvents, type ServiceRequest, type ServiceTarget, type ToolDefinition } from '@gatehouse/core';
import type { Connector } from '../connector.ts';
import { ServiceFailure } from '../failure.ts';
import type { Entry } from './entry.ts';

export interface ListingOptions {
  events: Pick<ServiceEvents, 'catalogue'>;
  report(error: unknown, connectionId: string): void;
  deadlineMs: number;
  /** A catalogue older than this is listed anew after a call. */
  catalogueMaxAgeMs: number;
  stopping: AbortSignal;
}

/** Keeps what a service lists, beside the connector that listed it, and tells the store of it. */
export interface Listing {
  take(entry: Entry, target: ServiceTarget, connector: Connector): Promise<void>;
  refreshWhenOld(entry: Entry, target: ServiceTarget): void;
}

export function createListing({ events, report, deadlineMs, catalogueMaxAgeMs, stopping }: ListingOptions): Listing {
  /** A listing that fails or is empty leaves the catalogue as it is; the call itself will show what is wrong. */
  async function take(entry: Entry, target: ServiceTarget, connector: Connector): Promise<void> {
    entry.listedAt = Date.now();
    let tools: ToolDefinition[] | undefined;
    try {
      tools = await connector.list(AbortSignal.any([stopping, AbortSignal.timeout(deadlineMs)]));
    } catch (error) {
      report(error, target.connectionId);
    }
    if (!tools || tools.length === 0) return;
    entry.listed = new Map(tools.map((tool) => [tool.name, definitionHash(tool)]));
    await events.catalogue(target, tools);
  }

  return {
    take,
    refreshWhenOld(entry, target) {
      if (entry.refreshing || !entry.connector || Date.now() - entry.listedAt < catalogueMaxAgeMs) return;
      entry.refreshing = true;
      entry.connector
        .then((connector) => take(entry, target, connector))
        .catch((error) => report(error, target.connectionId))
        .finally(() => {
          entry.refreshing = false;
        });
    },
  };
}

/** The stored catalogue is as old as its last listing: what this connection listed since decides whether a tool is still the approved one. */
export function checkPinned({ listed }: Entry, { target, tool }: ServiceRequest): void {
  const hash = listed?.get(tool.name);
  if (!listed || hash === tool.definitionHash) return;
  if (hash === undefined) {
    throw new ServiceFailure('failed', `does not offer the tool "${tool.name}" any more; list_service_tools shows what it offers`);
  }
  const slug = `${target.service}__${tool.name}`;
  throw refusal('tool_held', `${slug} has changed since it was approved and is held until a person approves it under Connections`);
}
