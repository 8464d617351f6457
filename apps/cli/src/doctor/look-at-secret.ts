import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { MigrationError, ReplacedDatabase } from '@gatehouse/storage';
import { type StoreAddress, type StoredSecrets, tryStoredSecrets, UnreadableDatabase } from '@gatehouse/storage/admin';
import { knownSecretOf, openSecretBox } from '../composition/composition.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { databaseFile, nextSecretFile, secretFile } from '../configuration/data-directory.ts';
import { CommandError } from '../kernel/faults.ts';
import { count } from '../terminal/output.ts';
import { failed, ok, type Verdict, warning } from './finding.ts';

/** Checks that the secret exists, is private and decrypts every credential. */
export async function lookAtSecret(configuration: Configuration): Promise<Verdict> {
  return lookAtRotation(configuration) ?? (await lookAtCredentials(configuration)) ?? lookAtFile(configuration);
}

async function lookAtCredentials(configuration: Configuration): Promise<Verdict | undefined> {
  const { data, secret: variable } = configuration;
  const known = readKnown(configuration);
  const { stored, closed } = await tryCredentials(configuration, known instanceof CommandError ? undefined : known);
  const credentials = count(stored, 'credential of connected services', 'credentials of connected services');
  if (known instanceof CommandError)
    return failed(stored === 0 ? known.message : `${known.message}. It decrypted ${credentials}: ${whereLost}`);
  if (known === undefined && stored > 0) return failed(`there is no secret in ${data} to decrypt ${credentials}: ${bringBack}`);
  const name = variable === undefined ? secretFile(data) : 'GATEHOUSE_SECRET';
  return closed > 0 ? failed(`${name} does not decrypt ${closed} of ${credentials}: ${bringBack}`) : undefined;
}

const whereLost = 'if it is lost, set the credentials of each connection again with "gatehouse connections credentials"';
const bringBack = `restore the secret that encrypted them from your copy; ${whereLost}`;

/** Reads the secret. A fault of its file is returned, because it is one of the findings. */
function readKnown(configuration: Configuration): Buffer | CommandError | undefined {
  try {
    return knownSecretOf(configuration);
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

async function tryCredentials(configuration: Configuration, secret: Buffer | undefined): Promise<StoredSecrets> {
  const { data, databaseUrl } = configuration;
  const file = databaseFile(data);
  const address: StoreAddress = databaseUrl === undefined ? { engine: 'sqlite', file } : { engine: 'postgres', url: databaseUrl };
  const open = secret ? openSecretBox(configuration, secret).open : () => undefined;
  if (databaseUrl === undefined && !existsSync(file)) return noneStored;
  return await tryStoredSecrets(address, open).catch((error: unknown) => {
    // Faults of the database are reported by another check.
    if ([UnreadableDatabase, MigrationError, ReplacedDatabase].some((kind) => error instanceof kind)) return noneStored;
    throw error;
  });
}

const noneStored: StoredSecrets = { stored: 0, closed: 0 };

function lookAtRotation({ data, secret }: Configuration): Verdict | undefined {
  const next = nextSecretFile(data);
  if (!existsSync(next)) return undefined;
  if (secret !== undefined)
    return warning(
      `from GATEHOUSE_SECRET, but an interrupted "gatehouse secrets rotate" left ${next}, which is not used while GATEHOUSE_SECRET is set. First run "gatehouse secrets rotate" again without GATEHOUSE_SECRET. Then set it, and run "gatehouse secrets rotate --previous ${path.join(data, 'secret')}"`,
    );
  return warning(
    `"gatehouse secrets rotate" is running or was interrupted, because ${next} exists: run it again to finish, and keep both files until then, because each decrypts a part of the credentials`,
  );
}

function lookAtFile({ data, secret }: Configuration): Verdict {
  if (secret !== undefined) return ok('from GATEHOUSE_SECRET');
  const file = secretFile(data);
  if (!existsSync(file)) return ok('the first start creates it');
  if ((statSync(file).mode & 0o077) !== 0) return warning(`others on this machine can read ${file}: "chmod 600 ${file}" prevents this`);
  return ok(file);
}
