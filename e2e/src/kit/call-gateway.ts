import { type Answer, type Call, type Gateway, newId } from '@gatehouse/core';

export type CallOptions = Partial<Pick<Call, 'origin' | 'requestId' | 'idempotencyKey' | 'signal' | 'onProgress'>>;

interface GatewayCall extends CallOptions, Pick<Call, 'credential'> {
  tool: string;
  input?: unknown;
}

/** Calls a tool by its name, without an entrance: keys come over HTTP and all others from the command line, unless `origin` says otherwise. */
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
