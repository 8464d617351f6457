import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync } from 'node:fs';
import { createSecretBox, rotateSecrets } from '@gatehouse/core';
import { openGatehouse, secretOf } from '../composition.ts';
import type { Configuration } from '../configuration.ts';
import { makeSecret, nextSecretFile, readSecret, secretFile } from '../data-directory.ts';
import { CommandError } from '../faults.ts';
import { readText } from './read-secret.ts';

/** Gives the data directory a new secret and returns how many credentials it encrypted. The old secret stays until nothing needs it; after an interruption, the next run continues with the same new one. */
export async function renewSecretFile(configuration: Configuration): Promise<number> {
  const { data } = configuration;
  const [file, nextFile] = [secretFile(data), nextSecretFile(data)];
  const current = readSecret(file);
  if (!current) throw new CommandError(`there is no secret file in ${data}: put it back, or give its directory with --data`);
  const rotated = await encryptAnew(configuration, () => readSecret(nextFile) ?? makeSecret(nextFile), [current]);
  renameSync(nextFile, file);
  flushDirectory(data);
  return rotated;
}

/** Encrypts for the GATEHOUSE_SECRET to come: what the file holds, or is given when it is missing. */
export async function renewVariable(configuration: Configuration, file: string): Promise<number> {
  return await encryptAnew(configuration, () => readOrMakeVariable(file), [secretOf(configuration, false)]);
}

/** After the secret was replaced: the file holds the one of before, as the data directory kept it or as GATEHOUSE_SECRET had it. */
export async function leavePrevious(configuration: Configuration, file: string): Promise<number> {
  const text = (await readText(file)).trim();
  // The name of the key in each row says which of the two it was.
  const previous = [Buffer.from(text), Buffer.from(text, 'base64url')];
  return await encryptAnew(configuration, () => secretOf(configuration, true), previous);
}

async function encryptAnew(configuration: Configuration, secret: () => Buffer, previous: Buffer[]): Promise<number> {
  // Before the workspace is opened, which needs the secret to come where it is to be in the data directory.
  const box = createSecretBox({ secret: secret(), previous });
  const gatehouse = await openGatehouse(configuration, { create: false });
  try {
    return await rotateSecrets(gatehouse.store, box).catch((error: unknown) => {
      throw new CommandError(
        `nothing more was encrypted again: ${(error as Error).message}; enter them again with "gatehouse connections credentials" or remove the connection, then rotate again`,
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
    throw new CommandError(`the secret in ${file} must have at least ${shortest} characters: delete the file to have one made`);
  return Buffer.from(text);
}

/** A name that was given must outlast a power cut as the contents do. */
function flushDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
