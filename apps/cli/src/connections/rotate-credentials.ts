import { existsSync, readFileSync, renameSync } from 'node:fs';
import { createSecretBox, rotateSecrets } from '@gatehouse/core';
import { messageOf } from '@gatehouse/domain';
import { flushToDisk } from '@gatehouse/storage/admin';
import { openGatehouse, secretOf } from '../composition/composition.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { makeSecret, nextSecretFile, readSecret, secretFile } from '../configuration/data-directory.ts';
import { CommandError } from '../kernel/faults.ts';
import { readText } from './read-secret.ts';

/**
 * Gives the data directory a new secret, and returns the number of credentials that it encrypted. The old secret is kept as long as it is
 * needed. After an interruption, the next run continues with the same new secret.
 */
export async function renewSecretFile(configuration: Configuration): Promise<number> {
  const { data } = configuration;
  const [file, nextFile] = [secretFile(data), nextSecretFile(data)];
  const current = readSecret(file);
  if (!current) throw new CommandError(`there is no secret file in ${data}: restore it, or name its directory with --data`);
  const rotated = await encryptAnew(configuration, () => readSecret(nextFile) ?? makeSecret(nextFile), [current]);
  renameSync(nextFile, file);
  flushToDisk(data);
  return rotated;
}

/** Encrypts for a future GATEHOUSE_SECRET. If its file is missing, it is created with a new secret. */
export async function renewVariable(configuration: Configuration, file: string): Promise<number> {
  return await encryptAnew(configuration, () => readOrMakeVariable(file), [secretOf(configuration, false)]);
}

/**
 * Encrypts after the secret was replaced. The file holds the previous one, as the data directory stored it or as GATEHOUSE_SECRET had it.
 */
export async function leavePrevious(configuration: Configuration, file: string): Promise<number> {
  const text = (await readText(file)).trim();
  // The key name in each row identifies which of the two was used.
  const previous = [Buffer.from(text), Buffer.from(text, 'base64url')];
  return await encryptAnew(configuration, () => secretOf(configuration, true), previous);
}

async function encryptAnew(configuration: Configuration, secret: () => Buffer, previous: Buffer[]): Promise<number> {
  // Creates the box before opening the workspace, which may itself need the new secret in the data directory.
  const box = createSecretBox({ secret: secret(), previous });
  const gatehouse = await openGatehouse(configuration, { create: false });
  try {
    return await rotateSecrets(gatehouse.store, box).catch((error: unknown) => {
      throw new CommandError(
        `nothing more was encrypted: ${messageOf(error)}; enter them again with "gatehouse connections credentials" or remove the connection, then rotate again`,
      );
    });
  } finally {
    await gatehouse.close();
  }
}

const shortest = 32;

function readOrMakeVariable(file: string): Buffer {
  if (!existsSync(file)) makeSecret(file);
  const text = readFileSync(file, 'utf8').trim();
  if (text.length < shortest)
    throw new CommandError(`the secret in ${file} must have at least ${shortest} characters: delete the file to create a new one`);
  return Buffer.from(text);
}
