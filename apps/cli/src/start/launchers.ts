import { readFileSync } from 'node:fs';

const checkEveryMs = 1000;
const launcher = /\b(npm|npx|pnpm|corepack)\b/;

/**
 * Calls back once when a package manager that started this process is gone. `npx pnpm start` is a chain of processes, and on
 * SIGTERM its first two end without passing the signal on: without this, stopping it would leave the gateway running.
 * Only where /proc tells who started whom; elsewhere Ctrl-C and a signal to the process itself work.
 */
export function whenLaunchersEnd(callback: () => void): void {
  const launchers = launchersOf(process.pid);
  if (launchers.length === 0) return;
  const timer = setInterval(() => {
    if (launchers.every(({ pid, parent }) => parentOf(pid) === parent)) return;
    clearInterval(timer);
    callback();
  }, checkEveryMs);
  timer.unref();
}

interface Launcher {
  pid: number;
  parent: number | undefined;
}

/** The package managers above a process, with the shells between them; the first other program ends the chain. */
function launchersOf(pid: number): Launcher[] {
  const chain: Launcher[] = [];
  for (let next = parentOf(pid); next !== undefined && next > 1; next = parentOf(next)) {
    if (!isLauncher(next)) break;
    chain.push({ pid: next, parent: parentOf(next) });
  }
  // The parent of the outermost one is the terminal or service that may end while the gateway goes on.
  const outermost = chain.at(-1);
  return outermost ? [...chain.slice(0, -1), { pid: outermost.pid, parent: outermost.parent }] : [];
}

function isLauncher(pid: number): boolean {
  const command = readProcess(pid, 'cmdline')?.replaceAll('\0', ' ');
  return command !== undefined && launcher.test(command);
}

function parentOf(pid: number): number | undefined {
  // "pid (name) state parent …": the name may hold spaces and parentheses of its own.
  const stat = readProcess(pid, 'stat');
  const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return parent === undefined ? undefined : Number(parent);
}

function readProcess(pid: number, file: 'stat' | 'cmdline'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // Gone, or a system without /proc: both mean that there is nothing to watch.
    return undefined;
  }
}
