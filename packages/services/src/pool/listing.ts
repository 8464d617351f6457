import { definitionHash, refusal, type ServiceEvents, type ServiceRequest, type ServiceTarget } from '@gatehouse/core';
import type { Connector, Listed } from '../connectors/connector.ts';
import { ServiceFailure } from '../kernel/failure.ts';
import type { Opened, Way } from './entry.ts';

export interface ListingOptions {
  events: Pick<ServiceEvents, 'catalogue'>;
  report(error: unknown, connectionId: string): void;
  deadlineMs: number;
  /** A catalogue older than this is listed again after a call. */
  catalogueMaxAgeMs: number;
  stopping: AbortSignal;
}

/** Keeps a service's listing with the connector that made it, and reports it to the store. */
export interface Listing {
  take(way: Way, target: ServiceTarget, opened: Opened, connector: Connector): Promise<void>;
  refreshWhenOld(way: Way, target: ServiceTarget): void;
}

export function createListing({ events, report, deadlineMs, catalogueMaxAgeMs, stopping }: ListingOptions): Listing {
  /** Stores a listing. A failed or empty listing leaves the catalogue unchanged: the call itself will show the fault. */
  async function take(way: Way, target: ServiceTarget, opened: Opened, connector: Connector): Promise<void> {
    way.listedAt = Date.now();
    let listed: Listed | undefined;
    try {
      listed = await connector.list(AbortSignal.any([stopping, AbortSignal.timeout(deadlineMs)]));
    } catch (error) {
      report(error, target.connectionId);
    }
    if (!listed || listed.tools.length === 0) return;
    opened.listed = new Map(listed.tools.map((tool) => [tool.name, definitionHash(tool)]));
    await events.catalogue(target, listed);
  }

  return {
    take,
    refreshWhenOld(way, target) {
      const { opened } = way;
      if (way.refreshing || !opened || Date.now() - way.listedAt < catalogueMaxAgeMs) return;
      way.refreshing = true;
      opened.connector
        .then((connector) => take(way, target, opened, connector))
        .catch((error) => report(error, target.connectionId))
        .finally(() => {
          way.refreshing = false;
        });
    },
  };
}

/** True if the service listed the tool over this connector as it is stored, or if it has listed nothing. */
export function isPinned({ listed }: Opened, { tool }: ServiceRequest): boolean {
  return !listed || listed.get(tool.name) === tool.definitionHash;
}

/** Error for a call whose tool differs at its service from the approved one, or is missing there. It follows a fresh listing. */
export function notPinned({ listed }: Opened, { target, tool }: ServiceRequest): Error {
  if (!listed?.has(tool.name) && target.account) {
    const message = `does not offer the tool "${tool.name}" to this account; the account may have fewer rights than others`;
    return new ServiceFailure('failed', message);
  }
  if (!listed?.has(tool.name))
    return new ServiceFailure('failed', `no longer has the tool "${tool.name}"; list_service_tools lists its tools`);
  const slug = `${target.service}__${tool.name}`;
  if (target.account) return refusal('tool_held', `${slug} differs for this account from the approved tool, and is held for it`);
  return refusal('tool_held', `${slug} has changed since it was approved and is held until a person approves it under Connections`);
}
