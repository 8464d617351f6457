import { isRecord, type Json } from './json.ts';

/**
 * Where a list of servers says that an API answers: its first, with the variables' defaults, resolved against the document's address.
 * Undefined where there is no list; null where the first is empty, no https:// or http:// address, or has credentials in it.
 */
export function serverAddress(servers: unknown, documentUrl: string | undefined): string | null | undefined {
  if (!Array.isArray(servers) || servers.length === 0) return undefined;
  const [server] = servers;
  if (!isRecord(server) || typeof server.url !== 'string' || server.url.trim() === '') return null;
  const filled = withDefaults(server.url, isRecord(server.variables) ? server.variables : {});
  // A variable that nobody fills in would become a name of some host.
  if (/\{[^}]*\}/.test(filled) || !URL.canParse(filled, documentUrl)) return null;
  const url = new URL(filled, documentUrl);
  const isUsable = (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password;
  return isUsable ? url.href : null;
}

/** Where an operation answers by its own servers, or else by those of its path. */
export function ownServerAddress(operation: Json, pathItem: Json, documentUrl: string | undefined): string | null | undefined {
  const own = serverAddress(operation.servers, documentUrl);
  return own === undefined ? serverAddress(pathItem.servers, documentUrl) : own;
}

function withDefaults(text: string, variables: Record<string, unknown>): string {
  return text.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isRecord(variable) && typeof variable.default === 'string' ? variable.default : whole;
  });
}
