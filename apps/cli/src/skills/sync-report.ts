import type { Client } from '@gatehouse/client';
import type { KnownSkill } from './sync-state.ts';

export interface SyncOptions {
  client: Client;
  /** Gateway of the skills. A directory has the skills of only one gateway. */
  gateway: string;
  /** The directory with a folder for each skill. It exists, and no link leads to it. */
  target: string;
  /** Name or identifier of a workspace folder. Only its skills are written. */
  only?: string | undefined;
  /** Folders whose skills are written without a person's review, by name or identifier. */
  trust: readonly string[];
  /** Sets executable bits. */
  executable: boolean;
  /** Asks before scripts are written for the first time, or after one was added or changed. */
  confirm: (skill: KnownSkill, scripts: readonly string[]) => Promise<boolean>;
  now: () => number;
}

export interface SyncReport {
  written: { name: string; version: number }[];
  /** Edits made here, with the version that they became. */
  sent: { name: string; version: number }[];
  removed: string[];
  /** The newest version waits for a person's review; `here` is the version on disk. */
  waiting: { name: string; version: number; here: number | null }[];
  /** Skills with scripts that no person has allowed in their current form. */
  unconfirmed: { name: string; scripts: string[] }[];
  /** Names that several skills share. A skill that is in the directory stays. Otherwise none is written. */
  duplicates: { name: string; skills: string[] }[];
  /** Skills that stay as they are, with the reasons. */
  refused: { name: string; why: string }[];
  /** Paths of edits that existed only on this machine and that a newer version has replaced, until someone deletes them. */
  conflicts: string[];
}
