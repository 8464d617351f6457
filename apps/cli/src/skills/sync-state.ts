import { appendFileSync, closeSync, constants, fsyncSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkSkillPath, isSkillName } from '@gatehouse/domain/skills';
import { CommandError } from '../kernel/faults.ts';
import { isAnything, readNoLink, UnsafePlace, writeWhole } from './places.ts';
import type { FileHashes } from './skill-folder.ts';

/** State file next to the skills. Its name begins with a dot, like the next one, so that no client takes it for a skill. */
const stateFile = '.gatehouse-skills.json';
/** Steps since the state was written, one per line. Writing the whole state after each step would take minutes for a thousand skills. */
const stepsFile = '.gatehouse-skills.steps';

export interface SyncState {
  gateway: string;
  /** Start of the next list of changes. Undefined before the first run. */
  updatedSince?: number | undefined;
  /** Time of the last whole list. A list of changes does not show skills that were shared or hidden. */
  listedAt?: number | undefined;
  /** Starts of that list's pages, except the first, so that the next whole list needs one round of requests. */
  pages?: PageStart[] | undefined;
  /** Every skill that the key sees, by identifier. */
  known: Record<string, KnownSkill>;
  /** The skills written here, by name. */
  written: Record<string, WrittenSkill>;
  /** Folders that are being replaced, by name. */
  pending: Record<string, PendingSkill>;
  /** The digest of the scripts that someone has allowed, by the skill's identifier. */
  scripts: Record<string, string>;
  /** Skills whose scripts someone allowed in an earlier version of this command, which kept no digests. */
  confirmed: readonly string[];
  /** Pinned versions, by identifier. */
  pinned: Record<string, number>;
  /** Names of versions that are not the newest, by the skill's identifier. */
  names: Record<string, { version: number; name: string }>;
  /** The identifiers of folders that are trusted by their names. */
  trusted: Record<string, string>;
}

export interface PageStart {
  cursor: string;
  /** The skill before the page. */
  lastId: string;
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
  /** The version that was here before, for rolling back. */
  previous?: number | undefined;
  files: FileHashes;
}

/** A folder that is about to be replaced. */
export interface PendingSkill {
  /** Identifies the new folder, whatever its current name. */
  inode: string;
  /** The skill's entry after the folder has its final name. */
  skill: WrittenSkill;
  /** The files of the old folder, whose bytes are stored elsewhere too. */
  expected: FileHashes;
}

/** Changes of one step. Null removes an entry. */
interface Step {
  written?: Record<string, WrittenSkill | null>;
  pending?: Record<string, PendingSkill | null>;
  scripts?: Record<string, string>;
}

export interface OpenState {
  state: SyncState;
  /** Stores one step, so that it survives if the process is killed right after it. */
  note(step: Step): void;
  /** Stores the whole state. */
  save(): void;
}

/** Opens the state of a directory of skills, including the steps of a run that was killed. */
export function openState(target: string, gateway: string): OpenState {
  const [file, steps] = [path.join(target, stateFile), path.join(target, stepsFile)];
  const state: SyncState = {
    ...{ gateway, known: {}, written: {}, pending: {}, scripts: {}, confirmed: [], pinned: {}, names: {}, trusted: {} },
    ...(isAnything(file) && JSON.parse(readOwn(file))),
  };
  // A skill can have the name of a property that every object inherits, such as "constructor".
  for (const key of ['written', 'pending', 'scripts', 'trusted'] as const) state[key] = Object.assign(Object.create(null), state[key]);
  if (state.gateway !== gateway) {
    throw new CommandError(`${target} has skills of ${state.gateway}: choose another directory with --to, or remove ${file} to start over`);
  }
  const save = () => {
    writeWhole(file, Buffer.from(`${JSON.stringify(state)}\n`));
    // Steps that are already in the state have no further effect.
    rmSync(steps, { force: true });
  };
  if (isAnything(steps)) {
    for (const step of readSteps(readOwn(steps))) apply(state, step);
    save();
  }
  refuseForeignNames(state, file);
  const note = (step: Step) => {
    apply(state, step);
    append(steps, step);
  };
  return { state, note, save };
}

function readOwn(file: string): string {
  try {
    return readNoLink(file).bytes.toString('utf8');
  } catch (error) {
    if (error instanceof UnsafePlace) throw new CommandError(`${error.message}: remove it`);
    throw error;
  }
}

/** Reads complete lines. A process that was killed can have left a part of the last line. */
function readSteps(text: string): Step[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

function apply(state: SyncState, { written = {}, pending = {}, scripts = {} }: Step): void {
  set(state.written, written);
  set(state.pending, pending);
  set(state.scripts, scripts);
}

function set<Value>(entries: Record<string, Value>, changed: Record<string, Value | null>): void {
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) delete entries[name];
    else entries[name] = value;
  }
}

function append(steps: string, step: Step): void {
  const descriptor = openSync(steps, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o644);
  try {
    appendFileSync(descriptor, `${JSON.stringify(step)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Refuses names that lead out of the directory, because a directory can come from others, for example in a repository. */
function refuseForeignNames({ written, pending }: SyncState, file: string): void {
  const skills = [...Object.entries(written), ...Object.entries(pending).map(([name, { skill }]) => [name, skill] as const)];
  const isOwn = skills.every(([name, { files }]) => isSkillName(name) && Object.keys(files).every((at) => checkSkillPath(at).ok));
  if (!isOwn) throw new CommandError(`${file} was not written by this command: remove it to start over`);
}
