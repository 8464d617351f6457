import type { ServiceTarget } from '@gatehouse/core';
import type { ConnectOptions } from '@modelcontextprotocol/client';
import type { Connector } from '../connector.ts';

export interface Protocol {
  prior: ConnectOptions['prior'];
  onProtocol(found: ConnectOptions['prior']): void;
}

/** Which protocol a service speaks is asked when it is first connected; when what is known does not hold, it is asked again. */
export interface KnownProtocols {
  connect(target: ServiceTarget, connect: (protocol: Protocol) => Promise<Connector>): Promise<Connector>;
}

export function createKnownProtocols(): KnownProtocols {
  const known = new Map<string, { revision: number; prior: ConnectOptions['prior'] }>();
  return {
    async connect({ connectionId, revision }, connect) {
      const found = known.get(connectionId);
      try {
        return await connect({
          prior: found?.revision === revision ? found.prior : undefined,
          onProtocol: (prior) => known.set(connectionId, { revision, prior }),
        });
      } catch (error) {
        known.delete(connectionId);
        throw error;
      }
    },
  };
}
