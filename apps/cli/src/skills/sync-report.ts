import type { Client } from '@gatehouse/client';
import type { KnownSkill } from './sync-state.ts';

export interface SyncOptions {
  client: Client;
  /** The gateway that the skills come from: a directory has those of one gateway. */
  gateway: string;
  /** The directory with a folder for each skill. It exists, and no link leads to it. */
  target: string;
  /** Only skills of this workspace folder are written; a name or an identifier. */
  only?: string | undefined;
  /** Folders whose skills are written without a person's review, by name or identifier. */
  trust: readonly string[];
  /** Sets executable bits. */
  executable: boolean;
  /** Asked before a list of scripts is written for the first time: again if one was added or changed. */
  confirm: (skill: KnownSkill, scripts: readonly string[]) => Promise<boolean>;
  now: () => number;
}

export interface SyncReport {
  written: { name: string; version: number }[];
  /** Local edits, and the version that they became. */
  sent: { name: string; version: number }[];
  removed: string[];
  /** The newest version waits for a person's review; `here` is the version on disk. */
  waiting: { name: string; version: number; here: number | null }[];
  /** Skills with scripts that nobody has allowed as they are now. */
  unconfirmed: { name: string; scripts: string[] }[];
  /** Names that several skills share. One that is in the directory stays; otherwise none is written. */
  duplicates: { name: string; skills: string[] }[];
  /** Why a skill stays as it is. */
  refused: { name: string; why: string }[];
  /** Where texts are that only this machine had, and that a newer version has replaced: all that nobody has deleted yet. */
  conflicts: string[];
}
