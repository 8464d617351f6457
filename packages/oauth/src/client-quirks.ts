/** Scopes of a token, as clients name them. Write includes read. // D11 */
export const scopes = ['read', 'write'] as const;

const known: ReadonlySet<string> = new Set([...scopes, 'offline_access']);

/**
 * Normalizes parameters that clients leave out, add or vary. Examples are a slash at the end of the resource, scopes of other servers or
 * none, and prompts for steps that always happen. A token belongs to its consent, so a scope in a renewal is dropped: Codex sends its
 * original one, others none. All other parameters stay unchanged.
 */
export function mendParameters(parameters: URLSearchParams, resource: string, isAuthorization: boolean): URLSearchParams {
  const mended = new URLSearchParams();
  for (const [name, value] of parameters) {
    if (name === 'prompt' && value !== 'none') continue;
    // Answers always go back in the query, which clients expect that send this mode or none.
    if (name === 'response_mode') continue;
    if (name !== 'scope' && name !== 'resource') mended.append(name, value);
  }
  // Passes on a foreign resource, whatever its position among several, so that the provider refuses the request.
  const named = parameters.getAll('resource').map((value) => (value === `${resource}/` ? resource : value));
  const wanted = named.find((value) => value !== resource) ?? named[0];
  if (wanted !== undefined) mended.set('resource', wanted);
  if (!isAuthorization) return mended;
  const asked = parameters
    .getAll('scope')
    .flatMap((scope) => scope.split(' '))
    .filter((scope) => known.has(scope));
  mended.set('scope', (asked.some((scope) => scope !== 'offline_access') ? asked : [...scopes, ...asked]).join(' '));
  return mended;
}
