import type { AccountTokens, FoundAuthorization, OAuthAccessInput, ServiceTarget, WantedAuthorization } from '@gatehouse/core';
import type { AllowedRanges } from '../../net/address-guard.ts';
import { type OAuthService, type OAuthServiceOptions, openOAuthService } from '../../testing/index.ts';
import { authorizationAddress } from './authorization-address.ts';
import { createAuthorizationProtocol } from './create-protocol.ts';

export const redirectUri = 'http://localhost:4747/app/services/callback';
const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** Opens a service with sign-in, and this gateway's side of the protocol. */
export async function openAuthorizationWorld(options: OAuthServiceOptions & { allowPrivate?: AllowedRanges; deadlineMs?: number } = {}) {
  const service: OAuthService = await openOAuthService(options);
  const protocol = createAuthorizationProtocol(options.allowPrivate ?? 'all', options.deadlineMs);
  const { signal } = new AbortController();
  const target: ServiceTarget = {
    orgId: 'org',
    connectionId: 'connection',
    service: 'notes',
    kind: 'mcp-http',
    config: { url: service.mcpUrl },
    revision: 1,
    updatedAt: 0,
    status: 'active',
    catalogueAt: null,
    readSecrets: async () => [],
  };
  const clientOf = ({ access, clientSecret }: FoundAuthorization) => ({ access, clientSecret });
  const exchange = (found: FoundAuthorization, query: string) =>
    protocol.exchange(clientOf(found), { answer: new URLSearchParams(query), codeVerifier }, signal);
  /** Query with which a person's browser returns. */
  const visit = ({ access }: FoundAuthorization, person: string | undefined) =>
    service.visit(authorizationAddress(access, { state: 'the state', codeVerifier }), person);

  return {
    service,
    protocol,
    target,
    exchange,
    visit,
    find: (given: Partial<OAuthAccessInput> = {}, at: Partial<ServiceTarget> = {}, more: Partial<WantedAuthorization> = {}) =>
      protocol.find({ ...target, ...at }, { given: { type: 'oauth', accounts: 'person', ...given }, redirectUri, ...more }, signal),
    signIn: async (found: FoundAuthorization, person: string) => await exchange(found, await visit(found, person)),
    refresh: (found: FoundAuthorization, refreshToken: string) => protocol.refresh(clientOf(found), refreshToken, signal),
    revoke: (found: FoundAuthorization, tokens: AccountTokens) => protocol.revoke(clientOf(found), tokens, signal),
    async [Symbol.asyncDispose]() {
      await protocol.close();
      await service[Symbol.asyncDispose]();
    },
  };
}
