import { asksNoConfirmation, callOrigins, refusal, type ServiceTarget, type ToolDefinition } from '@gatehouse/core';
import { requireText } from '../../kernel/guards.ts';
import { bindingOf } from './operations.ts';

type Config = ServiceTarget['config'];

/** Refuses a request to an unconfirmed origin, because arguments are as private as credentials. Nothing is sent there. // D36 */
export function refuseUnconfirmed({ config, service }: ServiceTarget, tool: string, url: URL): void {
  if (asksNoConfirmation(config) || callOrigins(config).includes(url.origin)) return;
  throw refusal(
    'origin_not_confirmed',
    `${service}__${tool} is at ${url.origin}, which is not confirmed for this API, so nothing was sent; ask a manager of the connection to confirm this origin (gatehouse connections edit ${service} --confirm-origin ${url.origin})`,
  );
}

/** Origins of operations to which calls do not go yet. */
export function unconfirmedOrigins(config: Config, tools: ToolDefinition[]): string[] {
  const known = callOrigins(config);
  return namedOrigins(tools).filter((origin) => !known.includes(origin));
}

/** Refuses a confirmed origin that no operation names: it is probably a typing error, and the intended origin would stay closed. */
export function refuseUnnamed(config: Config, tools: ToolDefinition[]): void {
  const { confirmedOrigins } = config;
  const named = [...new Set([new URL(requireText(config, 'baseUrl')).origin, ...namedOrigins(tools)])];
  const unnamed = Array.isArray(confirmedOrigins) ? confirmedOrigins.find((origin) => !named.includes(origin)) : undefined;
  if (unnamed === undefined) return;
  throw refusal(
    'invalid_argument',
    `"confirmOrigins" contains ${unnamed}, which is not in this document; its origins are ${named.join(', ')}`,
  );
}

function namedOrigins(tools: ToolDefinition[]): string[] {
  const servers = tools.map((tool) => bindingOf(tool).server).filter((server) => server !== undefined);
  return [...new Set(servers.map((server) => new URL(server).origin))].sort();
}
