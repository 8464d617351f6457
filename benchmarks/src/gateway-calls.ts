import { type Answer, allTools, type Credential, createGateway, createRegistry, type Gateway, newId } from '@gatehouse/core';
import type { Store } from '@gatehouse/storage';

/** The secret of every gateway that a dataset is made or read with. */
export const secret = Buffer.alloc(32, 1);

interface GatewayOptions {
  services?: Parameters<typeof createGateway>[0]['services'];
  callsPerMinute?: number;
}

/** Gateway in this process, for calls that are not measured. */
export function gatewayOn(store: Store, { services, callsPerMinute = 240 }: GatewayOptions = {}): Gateway {
  return createGateway({
    store,
    services,
    registry: createRegistry(allTools),
    settings: { baseUrl: null, consoleUrl: 'http://localhost:4747', secret, callsPerMinute },
    report: (error) => process.stderr.write(`${String(error.cause)}\n`),
  });
}

export function callAs(gateway: Gateway, credential: Credential, tool: string, input: unknown): Promise<Answer> {
  return gateway.call({
    tool: gateway.registry.named(tool),
    credential,
    origin: { entrance: 'cli' },
    requestId: newId('req', Date.now()),
    readArguments: () => input,
    argumentBytes: 0,
  });
}
