import { readFileSync } from 'node:fs';

const checkEveryMs = 1000;
/** Package managers, and the installed command, which with an older Node keeps running beside the executable that it started. */
const launcher = /(^|[\s/])(npm|npx|pnpm|corepack|gatehouse)(\s|\.[cm]?js|$)/;
const shell = /^(\S*\/)?(sh|bash|dash|zsh) -c /;

/**
 * Calls back once when a package manager or a launcher of ours that started this process is gone. `npx pnpm start` is a chain of processes, and on
 * SIGTERM its first two end without passing the signal on: without this, stopping it would leave the gateway running.
 * Only where /proc tells who started whom; elsewhere Ctrl-C and a signal to the process itself work.
 */
export function whenLaunchersEnd(callback: () => void): void {
  const links = linksToLauncher(process.pid);
  if (links.length === 0) return;
  const timer = setInterval(() => {
    if (links.every(({ pid, parent }) => parentOf(pid) === parent)) return;
    clearInterval(timer);
    callback();
  }, checkEveryMs);
  timer.unref();
}

interface Link {
  pid: number;
  parent: number;
}

/** Who started whom, from this process up to the outermost package manager. What started that one may end: a terminal, a service. */
function linksToLauncher(start: number): Link[] {
  const links: Link[] = [];
  let reached = 0;
  for (let pid = start; ; ) {
    const parent = parentOf(pid);
    const command = parent === undefined || parent <= 1 ? undefined : readProcess(parent, 'cmdline')?.replaceAll('\0', ' ');
    if (parent === undefined || command === undefined) break;
    links.push({ pid, parent });
    if (launcher.test(command)) reached = links.length;
    else if (!shell.test(command)) break;
    pid = parent;
  }
  return links.slice(0, reached);
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
