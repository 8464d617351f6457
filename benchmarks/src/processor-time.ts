import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Microseconds in Linux's unit of processor time, on every machine. */
const microsPerTick = 10_000;

/** Reason why the processor time of other processes cannot be read here. Undefined if it can. */
export function processorTimeMissing(): string | undefined {
  return existsSync('/proc/self/stat') ? undefined : 'the processor time of other processes is read from /proc, which Linux has';
}

/** Processor time of a process and its children, in microseconds. Ended children count with the process that waited for them. */
export function processorTime(root: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const process = readProcess(name);
    if (process && (Number(name) === root || process.parent === root)) ticks += process.ticks;
  }
  return ticks * microsPerTick;
}

/** Undefined for a process that ended in between. */
function readProcess(pid: string): { parent: number; ticks: number } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // Skips the name in parentheses, which can contain anything. The fields after it: state, parent, …, user and system time, and those of
  // ended children.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) };
}
