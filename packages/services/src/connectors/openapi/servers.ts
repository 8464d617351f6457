import { isRecord, type Json, listOf } from '../../kernel/json.ts';

/** Servers that the document names for its API. Those of Swagger 2.0 are converted to the form of OpenAPI 3. */
export function serversOf({ swagger, servers, host, basePath, schemes }: Json): unknown {
  if (swagger === undefined) return servers;
  const path = typeof basePath === 'string' ? basePath : '';
  if (typeof host !== 'string' || host === '') return path === '' ? undefined : [{ url: path }];
  const known = listOf(schemes);
  const scheme = known.length === 0 || known.includes('https') ? 'https' : known[0];
  return [{ url: `${String(scheme)}://${host}${path.startsWith('/') || path === '' ? path : `/${path}`}` }];
}

/**
 * Address from a list of servers: the first one, with the variables' defaults, resolved against the document's address. Undefined without a
 * list. Null if the first is empty, is not an https:// or http:// address, or contains credentials.
 */
export function serverAddress(servers: unknown, documentUrl: string | undefined): string | null | undefined {
  if (!Array.isArray(servers) || servers.length === 0) return undefined;
  const [server] = servers;
  if (!isRecord(server) || typeof server.url !== 'string' || server.url.trim() === '') return null;
  const filled = withDefaults(server.url, isRecord(server.variables) ? server.variables : {});
  // A variable without a value would become part of a host name.
  if (/\{[^{}]*\}/.test(filled) || !URL.canParse(filled, documentUrl)) return null;
  const url = new URL(filled, documentUrl);
  const isUsable = (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password;
  return isUsable ? url.href : null;
}

/** Address from an operation's own servers, otherwise from those of its path. */
export function ownServerAddress(operation: Json, pathItem: Json, documentUrl: string | undefined): string | null | undefined {
  const own = serverAddress(operation.servers, documentUrl);
  return own === undefined ? serverAddress(pathItem.servers, documentUrl) : own;
}

/** The server that the document names for itself, and the base address that replaces it. */
export interface ReplacedServer {
  own: string;
  baseUrl: string;
}

/**
 * The server of an operation if a person gave a base address (D36). A server at the origin of the document's own server moves with that
 * one: the rest of its path follows the base address. Other servers stay, and must be confirmed.
 */
export function movedServer(server: string, replaced: ReplacedServer | undefined): string {
  if (!replaced) return server;
  const [from, own, base] = [new URL(server), new URL(replaced.own), new URL(replaced.baseUrl)];
  if (from.origin !== own.origin || own.href === base.href) return server;
  const stem = withoutSlash(own.pathname);
  const isWithin = `${from.pathname}/`.startsWith(`${stem}/`);
  const path = isWithin ? `${withoutSlash(base.pathname)}${from.pathname.slice(stem.length)}` : from.pathname;
  return new URL(path, base).href;
}

function withoutSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '');
}

function withDefaults(text: string, variables: Record<string, unknown>): string {
  return text.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!isRecord(variable)) return whole;
    const usual = variable.default ?? listOf(variable.enum)[0];
    return typeof usual === 'string' || typeof usual === 'number' ? String(usual) : whole;
  });
}
