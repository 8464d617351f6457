import type { ServiceTarget } from '@gatehouse/core';
import type { ConnectOptions } from '@modelcontextprotocol/client';
import type { Connector } from '../connector.ts';

export interface Protocol {
  prior: ConnectOptions['prior'];
  /** The older transport over HTTP, where it is known that the service has no other. */
  httpTransport?: 'sse' | undefined;
  /** Version to offer first, because the service refused our newest and named this one. */
  version?: string | undefined;
  onProtocol(found: ConnectOptions['prior'], httpTransport?: 'sse'): void;
}

/** Which protocol a service speaks is asked when it is first connected; when what is known does not hold, it is asked again. */
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
