import { accessOf } from './access-config.ts';
import type { JsonObject } from './port.ts';

/** Where the credentials of a connection over HTTP go: its address, and for an API the origins that were confirmed by name (D36). */
export function credentialOrigins(config: JsonObject): string[] {
  const address = config.baseUrl ?? config.url;
  if (accessOf(config).type === 'none' || typeof address !== 'string') return [];
  const confirmed = Array.isArray(config.confirmedOrigins) ? (config.confirmedOrigins as string[]) : [];
  return [...new Set([new URL(address).origin, ...confirmed])];
}
