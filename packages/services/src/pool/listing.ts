import { definitionHash, refusal, type ServiceEvents, type ServiceRequest, type ServiceTarget } from '@gatehouse/core';
import type { Connector, Listed } from '../connector.ts';
import { ServiceFailure } from '../failure.ts';
import type { Opened, Way } from './entry.ts';

export interface ListingOptions {
  events: Pick<ServiceEvents, 'catalogue'>;
  report(error: unknown, connectionId: string): void;
  deadlineMs: number;
  /** A catalogue older than this is listed again after a call. */
  catalogueMaxAgeMs: number;
  stopping: AbortSignal;
}

/** Keeps what a service lists, beside the connector that listed it, and tells the store of it. */
export interface Listing {
  take(way: Way, target: ServiceTarget, opened: Opened, connector: Connector): Promise<void>;
  refreshWhenOld(way: Way, target: ServiceTarget): void;
}

export function createListing({ events, report, deadlineMs, catalogueMaxAgeMs, stopping }: ListingOptions): Listing {
  /** A listing that fails or is empty leaves the catalogue as it is; the call itself will show what is wrong. */
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

/** Whether the service listed the tool over this connector as it is stored, or nothing at all. */
export function isPinned({ listed }: Opened, { tool }: ServiceRequest): boolean {
  return !listed || listed.get(tool.name) === tool.definitionHash;
}

/** What a call is told whose tool is another one at its service than the approved one, by a listing that was made for it. */
export function notPinned({ listed }: Opened, { target, tool }: ServiceRequest): Error {
  if (!listed?.has(tool.name) && target.account) {
    const message = `does not offer the tool "${tool.name}" to this account; it may have fewer rights there than others`;
    return new ServiceFailure('failed', message);
  }
  if (!listed?.has(tool.name))
    return new ServiceFailure('failed', `no longer has the tool "${tool.name}"; list_service_tools shows its tools`);
  const slug = `${target.service}__${tool.name}`;
  if (target.account) return refusal('tool_held', `${slug} differs for this account from the approved tool, and is held for it`);
  return refusal('tool_held', `${slug} has changed since it was approved and is held until a person approves it under Connections`);
}
