import { readFileSync } from 'node:fs';

const checkEveryMs = 1000;
/** Package managers and the installed command. With an older Node, the command keeps running next to the executable that it started. */
const launcher = /(^|[\s/])(npm|npx|pnpm|corepack|gatehouse)(\s|\.[cm]?js|$)/;
const shell = /^(\S*\/)?(sh|bash|dash|zsh) -c /;

/**
 * Calls back once when a package manager or our launcher that started this process has ended. `npx pnpm start` is a chain of processes. On
 * SIGTERM its first two end without passing the signal on, so the gateway would keep running. Works only with /proc. Elsewhere Ctrl-C and a
 * signal to the process itself work.
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

/**
 * Chain of parents, from this process up to the outermost package manager. Processes above it, such as a terminal or a service, may end.
 */
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
  // Format: "pid (name) state parent …". The name may contain spaces and parentheses.
  const stat = readProcess(pid, 'stat');
  const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return parent === undefined ? undefined : Number(parent);
}

function readProcess(pid: number, file: 'stat' | 'cmdline'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process has ended, or the system has no /proc. In both cases there is nothing to watch.
    return undefined;
  }
}
