import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files that a local folder and a folder of the workspace had in common after the last run. */
export interface SyncState {
  /** Start of the next round of changes. */
  updatedSince?: number | undefined;
  /** By name. `hash` is the SHA-256 of the bytes that both sides had. */
  files: Record<string, SyncedFile>;
}

export interface SyncedFile {
  fileId: string;
  hash: string;
  versionCount: number;
}

const stateFile = '.gatehouse-sync.json';

export function readState(folder: string): SyncState {
  const file = path.join(folder, stateFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { files: {} };
}

export function writeState(folder: string, state: SyncState): void {
  writeWhole(path.join(folder, stateFile), Buffer.from(`${JSON.stringify(state, undefined, 2)}\n`));
}

/** The files of a folder with their hashes. Folders in it, and names that begin with a dot, are left out. */
export function readLocalFiles(folder: string): Map<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return new Map(files.map(({ name }) => [name, hashOf(readFileSync(path.join(folder, name)))]));
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A program that is killed leaves the old file or the new one. */
export function writeWhole(file: string, bytes: Uint8Array): void {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.draft`);
  writeFileSync(draft, bytes);
  renameSync(draft, file);
}
