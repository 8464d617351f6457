import type { ToolContext } from '../../kernel/context/context.ts';
import type { OAuthAccess, OAuthAccessInput } from '../../kernel/ports/access-config.ts';
import type { Discovery, DiscoveryCall, SealedSecret, ServiceTarget } from '../../kernel/ports/service-port.ts';

/** What a service said before anything of it is stored. */
export interface AskedService extends Discovery {
  /** The secret of the client that was given or registered, where people sign in at the service. */
  signInSecrets: SealedSecret[];
}

export interface AskedHow {
  /** Where people sign in: what is known of that. */
  signIn?: OAuthAccessInput | undefined;
  /** Leaves nothing at the service. */
  onlyLook?: boolean | undefined;
}

/** Asks a service for its tools, and first, where people sign in there, how they do (D62). */
export async function askService(
  context: Pick<ToolContext, 'services' | 'settings'>,
  target: ServiceTarget,
  { signIn, onlyLook }: AskedHow,
  call: DiscoveryCall,
): Promise<AskedService> {
  const { services } = context;
  if (!signIn) return { ...(await services.discover(target, call)), signInSecrets: [] };
  const redirectUri = callbackOf(context, target.connectionId);
  const wanted = { given: signIn, redirectUri, onlyLook };
  // Nobody has signed in at what is found only now.
  const nobodys = { ...target, account: undefined, config: { ...target.config, access: notFound(signIn, redirectUri) } };
  // Where an API answers, and so where its sign-in is looked for, its document says.
  const described = target.kind === 'openapi' ? await services.discover(nobodys, call) : undefined;
  const config = described?.config ?? target.config;
  const { access, clientSecret } = await services.findAuthorization({ ...nobodys, config }, wanted, call);
  const signInSecrets = sealClientSecret(context, target, clientSecret);
  const signedIn = { ...nobodys, config: { ...config, access }, readSecrets: async () => signInSecrets };
  const found = described ?? (await services.discover(signedIn, call));
  return { ...found, config: signedIn.config, signInSecrets };
}

/** That people sign in somewhere is known before it is known where. */
function notFound({ accounts }: OAuthAccessInput, redirectUri: string): OAuthAccess {
  const nowhere = { authorizationUrl: '', tokenUrl: '', clientId: '', tokenAuthMethod: 'none' as const, answersIssuer: false };
  return { type: 'oauth', accounts, ...nowhere, redirectUri };
}

/**
 * Where a service sends browsers back to. Each connection has an address of its own, so that a code shows which service it is of (RFC 9700,
 * 4.4); connections that are older may have the one that they shared, without an identifier.
 */
export function callbackOf({ settings }: Pick<ToolContext, 'settings'>, connectionId?: string): string {
  const shared = `${settings.consoleUrl}/app/services/callback`;
  return connectionId === undefined ? shared : `${shared}/${connectionId}`;
}

export function sealClientSecret(
  { services }: Pick<ToolContext, 'services'>,
  { orgId, connectionId }: Pick<ServiceTarget, 'orgId' | 'connectionId'>,
  clientSecret: string | undefined,
): SealedSecret[] {
  return clientSecret === undefined ? [] : [services.seal({ orgId, connectionId, field: 'clientSecret' }, clientSecret)];
}
