import type { InputOf } from '../../kernel/calls/call.ts';
import type { ConnectionDetails } from '../use-connections.ts';

/** Arguments for the gateway. */
export function accessArgument(values: AccessValues): AccessInput {
  const { type, secret, username, keyIn, keyName, headers, tokenUrl, clientId, scope } = values;
  switch (type) {
    case 'none':
      return { type };
    case 'bearer':
      return { type, token: secret };
    case 'basic':
      return { type, username, password: secret };
    case 'api-key':
      return { type, in: keyIn, name: keyName.trim(), value: secret };
    case 'headers': {
      const named = headers.filter(({ name }) => name.trim() !== '');
      return { type, headers: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])) };
    }
    case 'client-credentials':
      return { type, tokenUrl: tokenUrl.trim(), clientId, clientSecret: secret, ...(scope.trim() !== '' && { scope: scope.trim() }) };
    case 'oauth': {
      const { accounts, issuer, authorizationUrl, revocationUrl } = values;
      const typed = { clientId, issuer, authorizationUrl, tokenUrl, revocationUrl, scope };
      const given = Object.entries(typed).map(([name, value]) => [name, value.trim()] as const);
      const known = Object.fromEntries(given.filter(([, value]) => value !== ''));
      return { type, accounts, ...known, ...(secret !== '' && { clientSecret: secret }) };
    }
    default:
      return type satisfies never;
  }
}

/** Known access settings of a connection, without the secrets, which are never shown. */
export function knownAccess(access: ConnectionDetails['access']): AccessValues {
  const known: AccessValues = { ...noAccess, type: access.type };
  switch (access.type) {
    case 'none':
    case 'bearer':
      return known;
    case 'basic':
      return { ...known, username: access.username };
    case 'api-key':
      return { ...known, keyIn: access.in, keyName: access.name };
    case 'headers':
      return { ...known, headers: access.names.map((name) => ({ name, value: '' })) };
    case 'client-credentials': {
      const { tokenUrl, clientId, scope = '' } = access;
      return { ...known, tokenUrl, clientId, scope };
    }
    case 'oauth':
      // The rest was discovered, and is discovered again.
      return { ...known, accounts: access.accounts };
    default:
      return access satisfies never;
  }
}

/** True if all required secrets were typed again. Nothing is required if people sign in. */
export function isGiven({ type, secret, headers }: AccessValues): boolean {
  if (type === 'oauth') return true;
  return type === 'headers' ? headers.some(({ value }) => value !== '') : secret !== '';
}

/** Label of the single secret of each kind. `oauth` has its own section. */
export const secretName: Record<Exclude<AccessType, 'none' | 'headers' | 'oauth'>, string> = {
  bearer: 'Token',
  basic: 'Password',
  'api-key': 'Key',
  'client-credentials': 'Client secret',
};

type AccessInput = NonNullable<InputOf<'add_connection'>['access']>;
export type AccessType = AccessInput['type'];

/** Form values for the credential of a service. The secrets exist only in the form. */
export interface AccessValues {
  type: AccessType;
  /** The token, password, key or client secret. */
  secret: string;
  username: string;
  keyIn: 'header' | 'query';
  keyName: string;
  headers: readonly { name: string; value: string }[];
  tokenUrl: string;
  clientId: string;
  scope: string;
  /** Account that calls use, if people sign in. */
  accounts: 'person' | 'organization';
  issuer: string;
  authorizationUrl: string;
  revocationUrl: string;
}

export const noAccess: AccessValues = {
  type: 'none',
  secret: '',
  username: '',
  keyIn: 'header',
  keyName: '',
  headers: [{ name: '', value: '' }],
  tokenUrl: '',
  clientId: '',
  scope: '',
  accounts: 'person',
  issuer: '',
  authorizationUrl: '',
  revocationUrl: '',
};
