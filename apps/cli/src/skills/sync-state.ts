import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../faults.ts';
import { type FileHashes, writeWhole } from './skill-folder.ts';

/** What a directory of skills has from a gateway, beside the skills. Its name begins with a dot: no client takes it for a skill. */
const stateFile = '.gatehouse-skills.json';

export interface SyncState {
  gateway: string;
  /** Where the next list of changes begins; undefined before the first run. */
  updatedSince?: number | undefined;
  /** When everything was last listed: a list of changes does not show skills that were shared or hidden. */
  listedAt?: number | undefined;
  /** Every skill that the key sees, by identifier. */
  known: Record<string, KnownSkill>;
  /** The skills written here, by name. */
  written: Record<string, WrittenSkill>;
  /** Skills whose scripts someone has allowed. */
  confirmed: string[];
  /** Pinned versions, by identifier. */
  pinned: Record<string, number>;
}

export interface KnownSkill {
  id: string;
  name: string;
  folderId: string | null;
  folderName: string | null;
  versionCount: number;
  reviewed: boolean;
  reviewedVersion: number | null;
}

export interface WrittenSkill {
  id: string;
  /** 0 for edits that another version will replace. */
  version: number;
  /** The version before it here, for rolling back. */
  previous?: number | undefined;
  files: FileHashes;
}

export function readState(target: string, gateway: string): SyncState {
  const file = path.join(target, stateFile);
  if (!existsSync(file)) return { gateway, known: {}, written: {}, confirmed: [], pinned: {} };
  const state: SyncState = JSON.parse(readFileSync(file, 'utf8'));
  if (state.gateway !== gateway) {
    throw new CommandError(`${target} has skills of ${state.gateway}: name another directory with --to, or remove ${file} to begin again`);
  }
  return state;
}

export function writeState(target: string, state: SyncState): void {
  writeWhole(path.join(target, stateFile), Buffer.from(`${JSON.stringify(state, undefined, 2)}\n`));
}
