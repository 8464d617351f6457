import { UsageError } from '../kernel/faults.ts';
import { readCredentials, readSecret } from './read-secret.ts';

export const accessTypes = ['none', 'bearer', 'basic', 'api-key', 'headers', 'client-credentials', 'oauth'] as const;

export interface AccessOptions {
  access: (typeof accessTypes)[number];
  username?: string | undefined;
  keyIn?: 'header' | 'query' | undefined;
  keyName?: string | undefined;
  tokenUrl?: string | undefined;
  clientId?: string | undefined;
  scope?: string | undefined;
  issuer?: string | undefined;
  accounts?: 'person' | 'organization' | undefined;
  tokenFile?: string | undefined;
  credentialsFile?: string | undefined;
}

/** The field of each kind that is prompted for if no file provides it. */
const asked = {
  bearer: ['token', 'token'],
  basic: ['password', 'password'],
  'api-key': ['value', 'API key'],
  'client-credentials': ['clientSecret', 'client secret'],
} as const;

/** Reads the access to a service with its secret, in the form of the tools' arguments. The credentials file comes before the flags. */
export async function readAccess(options: AccessOptions): Promise<object> {
  const { access: type, tokenFile, credentialsFile } = options;
  if (type === 'none') return withoutSecret(options);
  if (type === 'headers') {
    if (credentialsFile === undefined)
      throw new UsageError('--access headers requires --credentials-file with {"headers": {"NAME": "value"}}');
    return { ...(await readCredentials(credentialsFile)), type };
  }
  const given: Record<string, unknown> = { ...fieldsOf(options), ...(await readCredentials(credentialsFile)), type };
  if (type === 'oauth') return await withClientSecret(given, tokenFile);
  refuseMissing(type, given);
  const [field, what] = asked[type];
  if (given[field] === undefined) given[field] = await readSecret(what, tokenFile, '--token-file');
  return given;
}

function withoutSecret({ access: type, tokenFile, credentialsFile }: AccessOptions): object {
  if (tokenFile === undefined && credentialsFile === undefined) return { type };
  throw new UsageError(`name the type of the credentials with --access: ${accessTypes.slice(1).join(', ')}`);
}

/** Adds a client secret, if one is given. People sign in to the service, so nothing is prompted for. */
async function withClientSecret(given: Record<string, unknown>, tokenFile: string | undefined): Promise<object> {
  if (tokenFile === undefined || given.clientSecret !== undefined) return given;
  return { ...given, clientSecret: await readSecret('client secret', tokenFile, '--token-file') };
}

function fieldsOf(options: AccessOptions): object {
  const { access, username, keyIn = 'header', keyName, tokenUrl, clientId, scope, issuer, accounts } = options;
  const fields = {
    none: {},
    bearer: {},
    headers: {},
    basic: { username },
    'api-key': { in: keyIn, name: keyName },
    'client-credentials': { tokenUrl, clientId, scope },
    oauth: { accounts, clientId, scope, issuer },
  }[access];
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const required = {
  bearer: {},
  basic: { username: '--username' },
  'api-key': { name: '--key-name' },
  'client-credentials': { tokenUrl: '--token-url', clientId: '--client-id' },
};

function refuseMissing(type: keyof typeof required, given: Record<string, unknown>): void {
  for (const [field, flag] of Object.entries(required[type]))
    if (given[field] === undefined) throw new UsageError(`--access ${type} requires ${flag}, or "${field}" in --credentials-file`);
}
