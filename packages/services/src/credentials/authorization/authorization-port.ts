import { type AuthorizationPort, type SecretBox, type ServiceTarget, signInOf } from '@gatehouse/core';
import { asThrown, ServiceFailure } from '../../kernel/failure.ts';
import { readTokens } from '../accounts/sealed-tokens.ts';
import { authorizationAddress } from './authorization-address.ts';
import type { AuthorizationClient, AuthorizationProtocol } from './protocol.ts';

/** Core's port to the authorization servers of services. Failures name the service. */
export function createAuthorizationPort(protocol: AuthorizationProtocol, box: SecretBox): AuthorizationPort {
  const named = async <Result>({ service }: ServiceTarget, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw asThrown(service, error);
    }
  };
  return {
    authorizationAddress,
    findAuthorization: (target, wanted, { signal }) => named(target, () => protocol.find(target, wanted, signal)),
    exchangeCode: (target, answered, { signal }) =>
      named(target, async () => await protocol.exchange(await openClient(target, box), answered, signal)),
    revokeAccount: (target, sealed, { signal }) =>
      named(target, async () => {
        if (await protocol.revoke(await openClient(target, box), readTokens(box.open(sealed)), signal)) return;
        throw new ServiceFailure('failed', 'has no endpoint to revoke tokens; also end the access of Gatehouse there');
      }),
  };
}

/** The gateway's OAuth client at the sign-in of a service. */
export async function openClient(target: ServiceTarget, box: SecretBox): Promise<AuthorizationClient> {
  const access = signInOf(target.config);
  if (!access) throw new ServiceFailure('refused', 'has its own credentials; people do not sign in there');
  const sealed = (await target.readSecrets()).find(({ field }) => field === 'clientSecret');
  return { access, clientSecret: sealed && box.open(sealed) };
}
