import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { identityOf, isSameProcess, type ProcessIdentity } from '@gatehouse/domain/processes';
import { isGroupAlive, killGroup } from './process-group.ts';

/** Records running commands in a folder that outlives the gateway. The next gateway ends the commands of one that was killed. */
export interface CommandRecords {
  /** Records a command that has just been started. Returns a function that removes the record. */
  note(connectionId: string, pid: number): () => void;
  /** Ends the commands of gateways that no longer run, with all their descendants. */
  endLeft(): Promise<void>;
}

export interface CommandRecordsOptions {
  /** Undefined keeps no records. */
  folder: string | undefined;
  report: (error: unknown, connectionId: string) => void;
  /** Time for a command to end itself before it is killed. */
  killAfterMs?: number;
}

interface CommandRecord {
  connectionId: string;
  host: string;
  gateway: ProcessIdentity;
  command: ProcessIdentity;
  /** Start time of process 1. Each boot and each container numbers its processes from the beginning. Undefined if the system hides it. */
  init?: string | undefined;
}

const lookEveryMs = 20;

export function createCommandRecords({ folder, report, killAfterMs = 2000 }: CommandRecordsOptions): CommandRecords {
  if (folder === undefined) return { note: () => () => {}, endLeft: async () => {} };
  const here = folder;

  async function endOne(file: string): Promise<void> {
    const left = readRecord(file);
    // Skips commands of other machines that share this folder, and of gateways that still run.
    if (left && (left.host !== hostname() || isSameProcess(left.gateway))) return;
    if (left && !(await endGroup(left, killAfterMs)))
      report(new Error('a command left by a gateway that has ended cannot be stopped; stop it manually'), left.connectionId);
    rmSync(file, { force: true });
  }

  return {
    note(connectionId, pid) {
      const [gateway, command] = [identityOf(process.pid), identityOf(pid)];
      // The command has already ended, or this system cannot identify processes.
      if (!gateway || !command) return () => {};
      const file = path.join(here, `${connectionId}.${process.pid}.${pid}.json`);
      try {
        mkdirSync(here, { recursive: true, mode: 0o700 });
        const noted: CommandRecord = { connectionId, host: hostname(), gateway, command, init: startOfInit() };
        writeFileSync(file, JSON.stringify(noted), { mode: 0o600 });
      } catch (error) {
        report(error, connectionId);
      }
      return () => rmSync(file, { force: true });
    },
    async endLeft() {
      await Promise.all(filesIn(here).map(endOne));
    },
  };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => path.join(folder, name));
  } catch {
    // The folder does not exist, because no command was started here.
    return [];
  }
}

/** Reads a record. Undefined if it was truncated when its gateway ended, or if another process has just removed it. */
function readRecord(file: string): CommandRecord | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(read: unknown): read is CommandRecord {
  const { connectionId, host, gateway, command } = (read ?? {}) as Partial<CommandRecord>;
  return typeof connectionId === 'string' && typeof host === 'string' && isIdentity(gateway) && isIdentity(command);
}

/** Refuses numbers of 0 or less, which would address several processes. */
function isIdentity(identity: ProcessIdentity | undefined): boolean {
  return Number.isSafeInteger(identity?.pid) && (identity?.pid ?? 0) > 1 && typeof identity?.started === 'string';
}

function startOfInit(): string | undefined {
  return identityOf(1)?.started;
}

/**
 * Ends a command and its group. False if it cannot. The command itself may have ended with its input, and left its descendants running
 * (after `npx` or `sh -c`). Then only the group's number identifies them, and only within the same numbering.
 */
async function endGroup({ command, init }: CommandRecord, killAfterMs: number): Promise<boolean> {
  const isSameNumbering = init !== undefined && init === startOfInit();
  const isAlive = () => (isSameNumbering ? isGroupAlive(command) : isSameProcess(command));
  if (!isAlive()) return true;
  killGroup(command, 'SIGTERM');
  const hasEnded = await ends(isAlive, killAfterMs);
  killGroup(command, 'SIGKILL');
  return hasEnded || (await ends(isAlive, killAfterMs));
}

async function ends(isAlive: () => boolean, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (isAlive()) {
    if (performance.now() >= until) return false;
    await wait(lookEveryMs);
  }
  return true;
}
