/** What a token may do, as clients name it. Write includes read (D11). */
export const scopes = ['read', 'write'] as const;

const known: ReadonlySet<string> = new Set([...scopes, 'offline_access']);

/**
 * Clients leave out, add and vary what means the same here: a slash behind the resource, scopes of other servers or none, prompts for what is
 * always asked. A token is for what was consented to: a client that renews it names what it once asked for (Codex), or nothing. Everything
 * else stays as they sent it.
 */
export function mendParameters(parameters: URLSearchParams, resource: string, isAuthorization: boolean): URLSearchParams {
  const mended = new URLSearchParams();
  for (const [name, value] of parameters) {
    if (name === 'prompt' && value !== 'none') continue;
    // The answer goes back in the query, as every client has it that names no way, or this one.
    if (name === 'response_mode') continue;
    if (name !== 'scope' && name !== 'resource') mended.append(name, value);
  }
  // Of several, one that is another's is refused, whichever stands first.
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
