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

/** Value of a call that must succeed. */
export async function ask<Value = Record<string, unknown>>(
  gateway: Gateway,
  credential: Credential,
  tool: string,
  input: unknown,
): Promise<Value> {
  const answer = await callAs(gateway, credential, tool, input);
  if (!answer.ok) throw new Error(`${tool}: ${answer.error.message}`, { cause: answer.error.cause });
  return answer.value as Value;
}

/** Creates an organization, and returns the credential of its owner. */
export async function createOwner(gateway: Gateway, name = 'Bench'): Promise<Extract<Credential, { type: 'person' }>> {
  const input = { name, ownerEmail: 'bench@example.com' };
  const { orgId, ownerId } = await ask(gateway, { type: 'operator' }, 'create_organization', input);
  return { type: 'person', orgId: String(orgId), personId: String(ownerId) };
}

/** Waits for the index of words, which is filled in the background. `word` occurs in the items. */
export async function untilIndexed(gateway: Gateway, credential: Credential, word: string): Promise<void> {
  const isIndexed = async () => !('note' in (await ask(gateway, credential, 'search', { query: word, match: 'best' })));
  while (!(await isIndexed())) await new Promise((resolve) => setTimeout(resolve, 500));
}
