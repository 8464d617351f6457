import path from 'node:path';
import { parseStoreAddress, type StoreAddress } from '@gatehouse/storage/admin';
import { UsageError } from '../kernel/faults.ts';

/**
 * Reads the database that `--from` or `--to` names. A password must not be an argument: it is in PGPASSWORD, or the whole address is in a
 * variable.
 */
export function readAddress(flag: '--from' | '--to', given: string, environment: NodeJS.ProcessEnv = process.env): StoreAddress {
  const variable = /^env:(.*)$/.exec(given)?.[1];
  if (variable === undefined && hasPassword(given))
    throw new UsageError(
      `${flag} contains a password that everyone on this machine can read: set PGPASSWORD instead, or put the whole address into a variable and use ${flag} env:NAME`,
    );
  const text = variable === undefined ? given : environment[variable];
  if (!text) throw new UsageError(`${flag} ${given}: the environment variable ${variable || 'after "env:"'} is not set`);
  try {
    const address = parseStoreAddress(text);
    return address.engine === 'sqlite' ? { ...address, file: path.resolve(address.file) } : address;
  } catch {
    // The value of a variable is not shown, because it may contain a password.
    const what = variable === undefined ? JSON.stringify(given) : `the value of ${variable}`;
    throw new UsageError(`${flag}: ${what} is not a database; give sqlite:FILE, postgres://USER@HOST/DATABASE or env:NAME`);
  }
}

function hasPassword(text: string): boolean {
  const url = URL.parse(text);
  // An address that is not a URL is checked as text.
  return url ? url.password !== '' || url.searchParams.has('password') : /^[^/]*:\/\/[^/:]*:.*@|[?&]password=/.test(text);
}
