import { accessOf, credentialOrigins, refusal, type ServiceTarget, type ToolDefinition } from '@gatehouse/core';
import type { OperationBinding } from './operations.ts';

type Config = ServiceTarget['config'];

/** Refuses a request that would take credentials to another place; nothing is sent there, because it could not be answered without them. */
export function refuseUnconfirmed({ config, service }: ServiceTarget, tool: string, url: URL): void {
  if (accessOf(config).type === 'none' || credentialOrigins(config).includes(url.origin)) return;
  throw refusal(
    'origin_not_confirmed',
    `${service}__${tool} answers at ${url.origin}, which nobody confirmed when this API was connected, so its credentials do not go there and nothing was sent; ask whoever manages the connection to connect it anew with that origin confirmed`,
  );
}

/** Origins that operations name beside those that credentials go to. */
export function unconfirmedOrigins(config: Config, tools: ToolDefinition[]): string[] {
  if (accessOf(config).type === 'none') return [];
  const known = credentialOrigins(config);
  return namedOrigins(tools).filter((origin) => !known.includes(origin));
}

/** A confirmed origin that no operation names is a slip of the pen, and somebody would wait for what it was to open. */
export function refuseUnnamed({ baseUrl, confirmedOrigins }: Config, tools: ToolDefinition[]): void {
  const named = [...new Set([new URL(baseUrl as string).origin, ...namedOrigins(tools)])];
  const unnamed = Array.isArray(confirmedOrigins) ? confirmedOrigins.find((origin) => !named.includes(origin)) : undefined;
  if (unnamed === undefined) return;
  throw refusal('invalid_argument', `"confirmOrigins" has ${unnamed}, which this document does not name; it names ${named.join(', ')}`);
}

function namedOrigins(tools: ToolDefinition[]): string[] {
  const servers = tools.map(({ binding }) => (binding as unknown as OperationBinding).server).filter((server) => server !== undefined);
  return [...new Set(servers.map((server) => new URL(server).origin))].sort();
}
