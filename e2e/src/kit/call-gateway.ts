import { type Answer, type Call, type Gateway, newId } from '@gatehouse/core';

export type CallOptions = Partial<Pick<Call, 'origin' | 'requestId' | 'idempotencyKey' | 'signal' | 'onProgress'>>;

interface GatewayCall extends CallOptions, Pick<Call, 'credential'> {
  tool: string;
  input?: unknown;
}

/** Calls a tool by name, without an entrance. Without an `origin`, keys call over HTTP and all other callers from the command line. */
export function callGateway(
  gateway: Pick<Gateway, 'call' | 'registry' | 'clock'>,
  { tool, input, ...given }: GatewayCall,
): Promise<Answer> {
  return gateway.call({
    origin: { entrance: given.credential.type === 'key' ? 'http' : 'cli' },
    requestId: given.requestId ?? newId('req', gateway.clock()),
    ...given,
    tool: gateway.registry.named(tool),
    readArguments: () => input,
    argumentBytes: 0,
  });
}
