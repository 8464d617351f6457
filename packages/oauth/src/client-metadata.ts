import { label, longestClientName } from '@gatehouse/core';

/** What is wrong with what a client says of itself. */
export class ClientMetadataError extends Error {
  override name = 'ClientMetadataError';
}

const mostRedirects = 10;
const longestUri = 1000;
const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes by which a browser would run or read something, and start no program. */
const harmful: ReadonlySet<string> = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'file:', 'about:', 'ftp:', 'ws:', 'wss:']);

/**
 * What is kept of a client, whether it registers itself or is described by a document: a public client with the code flow, whatever else it
 * asks for. Throws ClientMetadataError with what it should change.
 */
export function readClientMetadata(given: Record<string, unknown>): Record<string, unknown> {
  const { redirect_uris: uris, client_name: name, client_uri: home } = given;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > mostRedirects)
    throw new ClientMetadataError(`redirect_uris must be a list of 1 to ${mostRedirects} addresses`);
  for (const uri of uris) checkRedirect(uri);
  return {
    ...(typeof given.client_id === 'string' && { client_id: given.client_id }),
    client_name: readName(name, uris[0] as string),
    ...(isHttps(home) && { client_uri: home }),
    redirect_uris: uris,
    // Takes https, loopback with any port, and schemes of programs.
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

function checkRedirect(uri: unknown): void {
  const parsed = typeof uri === 'string' && uri.length <= longestUri ? URL.parse(uri) : null;
  if (!parsed) throw new ClientMetadataError(`redirect_uris must be absolute addresses of at most ${longestUri} characters`);
  const { protocol, hostname, hash, username, password } = parsed;
  if (hash !== '' || (uri as string).includes('#')) throw new ClientMetadataError('redirect_uris must not have a fragment');
  if (username !== '' || password !== '') throw new ClientMetadataError('redirect_uris must not have a user name or a password');
  if (harmful.has(protocol)) throw new ClientMetadataError(`redirect_uris must not use the scheme ${protocol}`);
  if (protocol === 'http:' && !loopback.has(hostname))
    throw new ClientMetadataError('redirect_uris must use https, but for those of this machine (localhost, 127.0.0.1, [::1])');
}

/** One line, as the consent page and the list of agents show it. */
function readName(name: unknown, redirect: string): string {
  const given = typeof name === 'string' ? cut(name) : '';
  return given === '' ? cut(`Client of ${new URL(redirect).host || new URL(redirect).protocol}`) : given;
}

function cut(text: string): string {
  return label(text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim(), longestClientName)?.trim() ?? '';
}

function isHttps(address: unknown): boolean {
  return typeof address === 'string' && address.length <= longestUri && URL.parse(address)?.protocol === 'https:';
}
