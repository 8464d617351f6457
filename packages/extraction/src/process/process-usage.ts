import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { readPsTime } from './read-ps-time.ts';

/** Resident memory of a process, and its processor time since its start. */
export interface ProcessUsage {
  residentBytes: number;
  processorMs: number;
}

const run = promisify(execFile);
/** Milliseconds of a clock tick, on every Linux that Node supports. */
const tickMs = 10;

/** Undefined for a process that has ended, and on Windows. */
export async function usageOf(pid: number): Promise<ProcessUsage | undefined> {
  try {
    return process.platform === 'linux' ? await usageOnLinux(pid) : await usageElsewhere(pid);
  } catch {
    return undefined;
  }
}

async function usageOnLinux(pid: number): Promise<ProcessUsage> {
  const [status, stat] = await Promise.all([readFile(`/proc/${pid}/status`, 'utf8'), readFile(`/proc/${pid}/stat`, 'utf8')]);
  const residentKb = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  // The name is in brackets, and can contain any characters.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { residentBytes: Number(residentKb ?? 0) * 1024, processorMs: (Number(fields[11]) + Number(fields[12])) * tickMs };
}

async function usageElsewhere(pid: number): Promise<ProcessUsage | undefined> {
  if (process.platform === 'win32') return undefined;
  const { stdout } = await run('ps', ['-o', 'rss=,time=', '-p', String(pid)]);
  const [kilobytes = '', time = ''] = stdout.trim().split(/\s+/);
  return { residentBytes: Number(kilobytes) * 1024, processorMs: readPsTime(time) * 1000 };
}
