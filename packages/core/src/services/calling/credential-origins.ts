import { accessOf } from '../../kernel/ports/access-config.ts';
import type { JsonObject } from '../../kernel/ports/service-port.ts';

/** Origins that calls of a connection over HTTP go to: its address, and for an API the origins that were confirmed by name (D36). */
export function callOrigins({ baseUrl, url, confirmedOrigins }: JsonObject): string[] {
  const address = baseUrl ?? url;
  if (typeof address !== 'string') return [];
  const confirmed = Array.isArray(confirmedOrigins) ? (confirmedOrigins as string[]) : [];
  return [...new Set([new URL(address).origin, ...confirmed])];
}

/** Origins that receive the connection's credentials: all that its calls go to, if it has any credentials. */
export function credentialOrigins(config: JsonObject): string[] {
  return accessOf(config).type === 'none' ? [] : callOrigins(config);
}

/**
 * True if a connection needs no confirmation of origins. Earlier versions did not ask for it without credentials. Such a connection keeps
 * working until its address is edited, and tools that a later listing adds wait for approval.
 */
export function asksNoConfirmation(config: JsonObject): boolean {
  return accessOf(config).type === 'none' && config.confirmedOrigins === undefined;
}
