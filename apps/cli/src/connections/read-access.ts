import { UsageError } from '../faults.ts';
import { readPairs, readSecretText } from './read-secret.ts';

export const accessTypes = ['none', 'bearer', 'basic', 'api-key', 'headers', 'client-credentials'] as const;

export interface AccessOptions {
  access: (typeof accessTypes)[number];
  username?: string | undefined;
  keyIn?: 'header' | 'query' | undefined;
  keyName?: string | undefined;
  tokenUrl?: string | undefined;
  clientId?: string | undefined;
  scope?: string | undefined;
  secretFile?: string | undefined;
}

/** How a service wants to be asked, with its secret, as the tools take it. */
export async function readAccess(options: AccessOptions): Promise<object> {
  const { access: type, secretFile } = options;
  switch (type) {
    case 'none':
      return { type };
    case 'bearer':
      return { type, token: await readSecretText('token', secretFile) };
    case 'basic':
      return { type, username: required(options, 'username'), password: await readSecretText('password', secretFile) };
    case 'api-key': {
      const name = required(options, 'keyName');
      return { type, in: options.keyIn ?? 'header', name, value: await readSecretText('API key', secretFile) };
    }
    case 'headers':
      return { type, headers: readPairs(await readSecretText('headers, one "Name: value" a line', secretFile), ':') };
    case 'client-credentials': {
      const [tokenUrl, clientId] = [required(options, 'tokenUrl'), required(options, 'clientId')];
      const scope = options.scope === undefined ? {} : { scope: options.scope };
      return { type, tokenUrl, clientId, ...scope, clientSecret: await readSecretText('client secret', secretFile) };
    }
    default:
      return type satisfies never;
  }
}

function required(options: AccessOptions, name: 'username' | 'keyName' | 'tokenUrl' | 'clientId'): string {
  const value = options[name];
  if (value !== undefined) return value;
  throw new UsageError(`--access ${options.access} needs --${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
}
