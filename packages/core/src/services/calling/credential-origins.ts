import { accessOf } from '../../kernel/ports/access-config.ts';
import type { JsonObject } from '../../kernel/ports/service-port.ts';

/** Where calls of a connection over HTTP go: its address, and for an API the origins that were confirmed by name (D36). */
export function callOrigins({ baseUrl, url, confirmedOrigins }: JsonObject): string[] {
  const address = baseUrl ?? url;
  if (typeof address !== 'string') return [];
  const confirmed = Array.isArray(confirmedOrigins) ? (confirmedOrigins as string[]) : [];
  return [...new Set([new URL(address).origin, ...confirmed])];
}

/** Where its credentials go: with its calls, if it has any. */
export function credentialOrigins(config: JsonObject): string[] {
  return accessOf(config).type === 'none' ? [] : callOrigins(config);
}

/**
 * Earlier versions asked for no confirmation where there were no credentials. What they connected goes on until its address is edited, and
 * what a later listing adds to it waits until a person approves it.
 */
export function asksNoConfirmation(config: JsonObject): boolean {
  return accessOf(config).type === 'none' && config.confirmedOrigins === undefined;
}
