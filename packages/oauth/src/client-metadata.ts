import { label, maxClientName } from '@gatehouse/core';
import { isLoopbackHost } from '@gatehouse/domain';

/** Fault in a client's description of itself. */
export class ClientMetadataError extends Error {
  override name = 'ClientMetadataError';
}

const maxRedirects = 10;
const maxUri = 1000;
/** Schemes by which a browser would run or read something, or pass its input to a program that does. They start no client. */
const harmful =
  /^(?:javascript|vbscript|data|blob|file|filesystem|about|chrome|edge|resource|view-source|jar|intent|content|(?:[st]?f|ht)tps?|wss?|ldaps?|smb|nfs|ssh|telnet|mailto|tel|sms|search|search-ms|ms-.*|vnd\..*|shell):$/;
/** Characters of an address in a header. Excludes characters that a program started with it could read as its end. */
const plainUri = /^[!#-;=?-[\]_a-z~]+$/;
/** Address of a program, such as `cursor://oauth` and `com.example.app:/oauth`. */
const ofProgram = /^[a-z][a-z0-9+.-]*:\//i;

/**
 * Reads the kept metadata of a client that registers itself or is described by a document. The result is always a public client with the
 * code flow. Throws ClientMetadataError with the change that the client must make.
 */
export function readClientMetadata(given: Record<string, unknown>): Record<string, unknown> {
  const { redirect_uris: uris, client_name: name, client_uri: home } = given;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxRedirects)
    throw new ClientMetadataError(`redirect_uris must be a list of 1 to ${maxRedirects} URLs`);
  for (const uri of uris) checkRedirect(uri);
  return {
    ...(typeof given.client_id === 'string' && { client_id: given.client_id }),
    client_name: readName(name, uris[0]!),
    ...(isHttps(home) && { client_uri: home }),
    redirect_uris: uris,
    // Allows https, loopback with any port, and schemes of programs.
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

function checkRedirect(uri: unknown): void {
  const text = typeof uri === 'string' && uri.length <= maxUri ? uri : '';
  const parsed = URL.parse(text);
  if (!parsed || !plainUri.test(text))
    throw new ClientMetadataError(`redirect_uris must be absolute URLs of at most ${maxUri} ASCII characters, without spaces or quotes`);
  const { protocol, hostname, hash, username, password } = parsed;
  if (hash !== '' || text.includes('#')) throw new ClientMetadataError('redirect_uris must not have a fragment');
  if (username !== '' || password !== '') throw new ClientMetadataError('redirect_uris must not have a user name or password');
  if (protocol !== 'http:' && protocol !== 'https:' && (harmful.test(protocol) || !ofProgram.test(text)))
    throw new ClientMetadataError(`redirect_uris must not use the scheme ${protocol}`);
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    throw new ClientMetadataError('redirect_uris must use https, except on this machine (localhost, 127.0.0.1, [::1])');
}

/** Reads the name as one line, for the consent page and the list of agents. */
function readName(name: unknown, redirect: string): string {
  const given = typeof name === 'string' ? cut(name) : '';
  return given === '' ? cut(`Client of ${new URL(redirect).host || new URL(redirect).protocol}`) : given;
}

/** Removes invisible characters, and marks stacked over other characters. */
function cut(text: string): string {
  const seen = text.replaceAll(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/gu, ' ').replaceAll(/(\p{M}{4})\p{M}+/gu, '$1');
  return label(seen.trim(), maxClientName)?.trim() ?? '';
}

function isHttps(address: unknown): boolean {
  return typeof address === 'string' && address.length <= maxUri && URL.parse(address)?.protocol === 'https:';
}
