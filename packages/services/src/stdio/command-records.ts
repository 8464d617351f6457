import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { identityOf, isSameProcess, type ProcessIdentity } from '@gatehouse/domain/processes';
import { isGroupAlive, killGroup } from './process-group.ts';

/** Which commands run, in a folder that outlives the gateway: one that was killed leaves its commands to the next. */
export interface CommandRecords {
  /** Notes a command that has just been started. Returns what takes the note back. */
  note(connectionId: string, pid: number): () => void;
  /** Ends the commands of gateways that run no more, with all that they started. */
  endLeft(): Promise<void>;
}

export interface CommandRecordsOptions {
  /** Undefined keeps no records. */
  folder: string | undefined;
  report: (error: unknown, connectionId: string) => void;
  /** How long a command may take to end itself before it is killed. */
  killAfterMs?: number;
}

interface CommandRecord {
  connectionId: string;
  host: string;
  gateway: ProcessIdentity;
  command: ProcessIdentity;
  /** When process 1 started. Each boot and each container numbers its processes from the beginning. Undefined where that is hidden. */
  init?: string | undefined;
}

const lookEveryMs = 20;

export function createCommandRecords({ folder, report, killAfterMs = 2000 }: CommandRecordsOptions): CommandRecords {
  if (folder === undefined) return { note: () => () => {}, endLeft: async () => {} };
  const here = folder;

  async function endOne(file: string): Promise<void> {
    const left = readRecord(file);
    // Of another machine, which shares this folder, nothing is known.
    if (left && (left.host !== hostname() || isSameProcess(left.gateway))) return;
    if (left && !(await endGroup(left, killAfterMs)))
      report(new Error('a command of a gateway that ended cannot be ended; end it by hand'), left.connectionId);
    rmSync(file, { force: true });
  }

  return {
    note(connectionId, pid) {
      const [gateway, command] = [identityOf(process.pid), identityOf(pid)];
      // It has ended already, or this system does not tell processes apart.
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
    // No command was ever started here.
    return [];
  }
}

/** Undefined for one that was cut short with its gateway, or that another process has just removed. */
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

/** A number of 0 or less would name other processes than one. */
function isIdentity(identity: ProcessIdentity | undefined): boolean {
  return Number.isSafeInteger(identity?.pid) && (identity?.pid ?? 0) > 1 && typeof identity?.started === 'string';
}

function startOfInit(): string | undefined {
  return identityOf(1)?.started;
}

/**
 * Ends a command and all that is in its group. False where it cannot. The command itself may have ended with its input, and left what
 * it started (behind `npx` or `sh -c`). Then only the group's number is left to go by, which says nothing after another numbering began.
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
