import { readFileSync } from 'node:fs';

/** True if a process with this number is running. Zombies do not count. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !isZombie(pid);
  } catch {
    return false;
  }
}

function isZombie(pid: number): boolean {
  return process.platform === 'linux' && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}
