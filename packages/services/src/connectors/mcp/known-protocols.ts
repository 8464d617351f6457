import type { ServiceTarget } from '@gatehouse/core';
import type { ConnectOptions } from '@modelcontextprotocol/client';
import type { Connector } from '../connector.ts';

export interface Protocol {
  prior: ConnectOptions['prior'];
  /** The older transport over HTTP, if the service is known to have no other. */
  httpTransport?: 'sse' | undefined;
  /** Version to offer first, because the service refused our newest and named this one. */
  version?: string | undefined;
  onProtocol(found: ConnectOptions['prior'], httpTransport?: 'sse'): void;
}

/** Remembers the protocol of each service. It is detected on the first connection, and again after a connection fails. */
export interface KnownProtocols {
  connect(target: ServiceTarget, connect: (protocol: Protocol) => Promise<Connector>): Promise<Connector>;
}

export function createKnownProtocols(): KnownProtocols {
  const known = new Map<string, { revision: number; prior: ConnectOptions['prior']; httpTransport: 'sse' | undefined }>();
  return {
    async connect({ connectionId, revision }, connect) {
      const stored = known.get(connectionId);
      const found = stored?.revision === revision ? stored : undefined;
      try {
        return await connect({
          prior: found?.prior,
          httpTransport: found?.httpTransport,
          onProtocol: (prior, httpTransport) => known.set(connectionId, { revision, prior, httpTransport }),
        });
      } catch (error) {
        known.delete(connectionId);
        throw error;
      }
    },
  };
}
