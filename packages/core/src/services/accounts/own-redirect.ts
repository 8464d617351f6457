import type { OutsideContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import type { OAuthAccess, OAuthAccessInput } from '../../kernel/ports/access-config.ts';
import type { FoundAuthorization } from '../../kernel/ports/authorization.ts';
import type { DiscoveryCall, ServiceTarget } from '../../kernel/ports/service-port.ts';
import { callbackOf } from '../connections/ask-service.ts';

/**
 * Finds the sign-in again for a connection that is older than redirect URIs of single connections. A client that this gateway registered is
 * registered again, with the connection's own redirect URI. A client that a manager gave keeps the shared URI until the connection is
 * edited (D62). Returns undefined if nothing is to be done.
 */
export async function ownRedirect(
  context: Pick<OutsideContext, 'ports' | 'gateway'>,
  target: ServiceTarget,
  access: OAuthAccess,
  call: DiscoveryCall,
): Promise<Pick<FoundAuthorization, 'access' | 'clientSecret'> | undefined> {
  if (access.clientFrom !== undefined) return undefined;
  // Without an issuer, a manager typed both addresses and the client identifier.
  if (access.issuer === undefined) return { access: { ...access, clientFrom: 'given' } };
  const { accounts, issuer, scope, clientId } = access;
  const given: OAuthAccessInput = { type: 'oauth', accounts, issuer, ...(scope !== undefined && { scope }) };
  const redirectUri = callbackOf(context, target.connectionId);
  const known = await find({ ...given, clientId });
  // This gateway did not register a client with a secret if the server accepts clients without one.
  const isRegistered = known.mayRegister && (access.tokenAuthMethod === 'none' || !known.takesPublicClients);
  return isRegistered ? await find(given) : { access: { ...access, clientFrom: 'given' } };

  async function find(wanted: OAuthAccessInput): Promise<FoundAuthorization> {
    const found = await context.ports.services.findAuthorization(target, { given: wanted, redirectUri }, call);
    // The person who signs in may not be a manager, so the addresses for codes and tokens must stay as stored.
    if (found.access.authorizationUrl === access.authorizationUrl && found.access.tokenUrl === access.tokenUrl) return found;
    throw refusal(
      'service_sign_in_failed',
      'the account was not connected: the sign-in endpoints of the service have changed; a manager of the connection must set up its sign-in again under Settings',
    );
  }
}
