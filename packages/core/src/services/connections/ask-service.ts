import type { OutsideContext, ToolContext } from '../../kernel/context/context.ts';
import type { OAuthAccess, OAuthAccessInput } from '../../kernel/ports/access-config.ts';
import type { Discovery, DiscoveryCall, SealedSecret, ServiceTarget } from '../../kernel/ports/service-port.ts';

/** Answers of a service, before they are stored. */
export interface AskedService extends Discovery {
  /** Secret of the client that was given or registered, if people sign in at the service. */
  signInSecrets: SealedSecret[];
}

export interface AskedHow {
  /** Known facts about the sign-in of people, if the service has one. */
  signIn?: OAuthAccessInput | undefined;
  /** True leaves nothing at the service. */
  onlyLook?: boolean | undefined;
}

/** Asks a service for its tools. If people sign in there, asks for its sign-in first (D62). */
export async function askService(
  context: Pick<OutsideContext, 'ports' | 'gateway'>,
  target: ServiceTarget,
  { signIn, onlyLook }: AskedHow,
  call: DiscoveryCall,
): Promise<AskedService> {
  const { services } = context.ports;
  if (!signIn) return { ...(await services.discover(target, call)), signInSecrets: [] };
  const redirectUri = callbackOf(context, target.connectionId);
  const wanted = { given: signIn, redirectUri, onlyLook };
  // No account exists yet for a sign-in that is only now discovered.
  const nobodys = { ...target, account: undefined, config: { ...target.config, access: notFound(signIn, redirectUri) } };
  // The document of an API names its address, which is needed for finding its sign-in.
  const described = target.kind === 'openapi' ? await services.discover(nobodys, call) : undefined;
  const config = described?.config ?? target.config;
  const { access, clientSecret } = await services.findAuthorization({ ...nobodys, config }, wanted, call);
  const signInSecrets = sealClientSecret(context, target, clientSecret);
  const signedIn = { ...nobodys, config: { ...config, access }, readSecrets: async () => signInSecrets };
  const found = described ?? (await services.discover(signedIn, call));
  return { ...found, config: signedIn.config, signInSecrets };
}

/** Placeholder for a sign-in that exists but is not found yet. */
function notFound({ accounts }: OAuthAccessInput, redirectUri: string): OAuthAccess {
  const nowhere = { authorizationUrl: '', tokenUrl: '', clientId: '', tokenAuthMethod: 'none' as const, answersIssuer: false };
  return { type: 'oauth', accounts, ...nowhere, redirectUri };
}

/**
 * Address that a service sends browsers back to. Each connection has its own, so that a code shows which service it belongs to (RFC 9700,
 * 4.4). Older connections may have the shared one, without an identifier.
 */
export function callbackOf({ gateway }: Pick<ToolContext, 'gateway'>, connectionId?: string): string {
  const shared = `${gateway.settings.consoleUrl}/app/services/callback`;
  return connectionId === undefined ? shared : `${shared}/${connectionId}`;
}

export function sealClientSecret(
  { gateway: { services } }: Pick<ToolContext, 'gateway'>,
  { orgId, connectionId }: Pick<ServiceTarget, 'orgId' | 'connectionId'>,
  clientSecret: string | undefined,
): SealedSecret[] {
  return clientSecret === undefined ? [] : [services.seal({ orgId, connectionId, field: 'clientSecret' }, clientSecret)];
}
